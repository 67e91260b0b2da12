// Pages are measured, not guessed: what does not fit on 1280 × 720 goes to the next page.
const BOTTOM = 690, WIDTH = 1168; // of a page, without its margins
const all = (node, selector) => [...node.querySelectorAll(selector)];
const isHeading = (block) => /^H[1-6]$/.test(block.tagName);
const isCode = (block) => block.classList.contains("highlight");
const starts = (block, page) =>
  block.getBoundingClientRect().top - page.getBoundingClientRect().top;
const ends = (block, page) => starts(block, page) + block.getBoundingClientRect().height;

// A block that is too wide, or too tall for a page of its own, is made smaller.
function shrink(block, height) {
  for (let round = 0; round < 3; round += 1) {
    const { left, bottom, top } = block.getBoundingClientRect();
    const parts = [block, ...all(block, "pre, table, img, mjx-container > svg")];
    const wide = Math.max(...parts.map((part) => part.getBoundingClientRect().right - left));
    const ratio = Math.min(WIDTH / wide, height / (bottom - top));
    if (ratio > 0.999) return;
    block.style.zoom = (block.style.zoom || 1) * ratio;
  }
}

// What is cut off a table gets the table's head, too.
function cutTable(table, page) {
  const rows = all(table, "tbody > tr");
  const cut = rows.findIndex((row) => ends(row, page) > BOTTOM);
  if (cut < 3 || rows.length - cut < 2) return;
  const rest = table.cloneNode(false);
  rest.append(table.tHead.cloneNode(true), document.createElement("tbody"));
  rest.tBodies[0].append(...rows.slice(cut));
  table.after(rest);
}

// Part a page before the first block that does not fit. A heading stays with what follows it, and
// code with its output if one page holds both.
function layOut(page, title) {
  const first = page.firstElementChild;
  if (/^H[12]$/.test(first.tagName)) title = first.textContent;
  else page.insertAdjacentHTML("afterbegin", `<p class="running">${title}</p>`);
  for (const block of page.children) {
    shrink(block, Infinity);
    if (block.tagName === "TABLE") cutTable(block, page);
  }
  const blocks = [...page.children];
  const opens = (block, i) => i > 1 && block.tagName === "H2";
  let cut = blocks.findIndex((block, i) => opens(block, i) || ends(block, page) > BOTTOM);
  if (cut < 0) return title;
  const large = blocks[cut];
  const fits = (block) => ends(large, page) - starts(block, page) < BOTTOM - starts(blocks[1], page);
  const makes = (block) => isCode(block) && large.matches(".output, .answer") && fits(block);
  const stays = (block) => isHeading(block) || makes(block);
  while (cut > 0 && stays(blocks[cut - 1])) cut -= 1;
  const fresh = cut === 0 || (cut === 1 && blocks[0].className === "running");
  if (fresh) shrink(large, BOTTOM - ends(large, page) + large.offsetHeight);
  const rest = page.cloneNode(false);
  rest.append(...blocks.slice(fresh ? blocks.indexOf(large) + 1 : cut));
  if (!rest.children.length) return title;
  rest.firstElementChild.classList.remove("fragment"); // turning the page shows it
  page.after(rest);
  return layOut(rest, title);
}

async function start() {
  await MathJax.startup.promise;
  await document.fonts.ready;
  await Promise.all(all(document, "img").map((image) => image.decode()));
  let title = "";
  for (const page of all(document, "section > section")) title = layOut(page, title);
  document.querySelector(".deck").classList.add("reveal");
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, hash: true, slideNumber: "c/t",
    transition: "none", plugins: [RevealNotes],
  });
  document.body.dataset.ready = "yes";
}
start();
