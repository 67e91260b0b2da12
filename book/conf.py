"""Sphinx configuration of the book; `book/sources.py` writes the pages and calls Sphinx."""

from docutils import nodes

from book.readings import headed

project = "Naive Bayes, proved by running it"
html_title = project
language = "en"
extensions = ["myst_nb"]
exclude_patterns = ["_doctrees"]

# a cell of a notebook is a text of its own and may define its links anew
suppress_warnings = ["myst.duplicate_def"]

nb_execution_mode = "off"
nb_code_prompt_show = "Show the {type}"
nb_code_prompt_hide = "Hide the {type}"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_dmath_double_inline = True  # else `text $$…$$` in one paragraph breaks
myst_heading_anchors = 3
myst_heading_slug_func = "book.readings.slug"
mathjax_path = "tex-svg.js"
mathjax3_config = {"options": {"enableMenu": False}}

html_theme = "sphinx_book_theme"
html_css_files = ["book.css"]
html_js_files = ["fit.js"]
html_show_search_summary = False  # its texts are fetched, which a page opened as a file may not do
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "use_download_button": False,
    "use_fullscreen_button": False,
    "navbar_persistent": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
FOLDS = ("◇", "Notes for readers")


def fold(app, doctree, name):
    """Put what stands under the heading of a ◇ section, or of the notes, into <details>."""
    for section in list(doctree.findall(nodes.section)):
        title = section[0].astext()
        if title.startswith(FOLDS):
            summary = "<details class='fold'><summary>Open this section</summary>"
            section.insert(1, nodes.raw("", summary, format="html"))
            section.append(nodes.raw("", "</details>", format="html"))


def finish(app, page, template, context, doctree):
    """Mend the tables of a page."""
    context["body"] = headed(context.get("body", ""))


def setup(app):
    """Called by Sphinx."""
    app.connect("html-page-context", finish)
    app.connect("doctree-resolved", fold)
