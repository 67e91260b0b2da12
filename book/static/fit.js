// A formula that is wider than its column is set in smaller letters.
addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  for (const formula of document.querySelectorAll("mjx-container[display]")) {
    const ratio = formula.parentElement.clientWidth / formula.firstElementChild.getBoundingClientRect().width;
    if (ratio < 1) formula.style.fontSize = `${99 * ratio}%`;
  }
  document.body.dataset.ready = "yes";
});
