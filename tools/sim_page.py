"""docs/simulation.md as one HTML file that needs nothing else, and as a PDF.

The plots stand in the file. A link to another file of the repository becomes its text, since the file is read without the
repository; links within the page stay."""
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

STYLE = """
body { font: 15px/1.5 sans-serif; color: #1a1a1a; max-width: 62em; margin: 2em auto; padding: 0 1em; }
h1, h2, h3 { line-height: 1.2; margin-top: 1.6em; }
table { border-collapse: collapse; font-size: 80%; margin: 1em 0; }
th, td { border: 1px solid #ccc; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
th { background: #f2f2f2; }
code, pre { font-family: monospace; font-size: 90%; background: #f6f6f6; }
pre { padding: 0.6em; overflow-x: auto; white-space: pre-wrap; }
figure { margin: 1em 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
@media print { body { font-size: 11px; max-width: none; } tr { break-inside: avoid; } }
"""
PDF_SECONDS_MAX = 120


def anchor(heading):
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def inline(text):
    """Code, bold, links within the page; other links become their text."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(f"<code>{html.escape(p[1:-1])}</code>" if p.startswith("`") and len(p) > 1 else spans(p) for p in parts)


def spans(text):
    text = html.escape(text, quote=False)
    text = re.sub(r"\[([^\]]*)\]\((#[^)]*)\)", r'<a href="\2">\1</a>', text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)


def row_of(line, cell):
    return "<tr>" + "".join(f"<{cell}>{inline(c.strip())}</{cell}>" for c in line.strip().strip("|").split("|")) + "</tr>"


def plot(path, title, number):
    """The SVG itself. Its ids get a number, since all plots share one file."""
    svg = path.read_text(encoding="utf-8")
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    svg = re.sub(r'\bid="([^"]+)"', lambda m: f'id="p{number}-{m.group(1)}"', svg)
    svg = re.sub(r'(href="#|url\(#)([^")]+)', lambda m: m.group(1) + (f"p{number}-" if m.group(2) in ids else "") + m.group(2), svg)
    return f"<figure>{svg}<figcaption>{inline(title)}</figcaption></figure>"


def blocks(lines, folder):
    """HTML of the page's blocks: headings, fenced code, tables, lists, plots, paragraphs."""
    at, plots = 0, 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            yield "<pre>" + html.escape("\n".join(lines[at + 1:end])) + "</pre>"
            at = end + 1
        elif match := re.match(r"(#+) (.*)", line):
            level, text = len(match.group(1)), match.group(2)
            yield f'<h{level} id="{anchor(text)}">{inline(text)}</h{level}>'
            at += 1
        elif line.startswith("|"):
            end = next((i for i in range(at, len(lines)) if not lines[i].startswith("|")), len(lines))
            body = "".join(row_of(row, "td") for row in lines[at + 2:end])
            yield f"<table><thead>{row_of(line, 'th')}</thead><tbody>{body}</tbody></table>"
            at = end
        elif line.startswith("- "):
            end = next((i for i in range(at, len(lines)) if not lines[i].startswith("- ")), len(lines))
            yield "<ul>" + "".join(f"<li>{inline(item[2:])}</li>" for item in lines[at:end]) + "</ul>"
            at = end
        elif match := re.fullmatch(r"!\[([^\]]*)\]\(([^)]+\.svg)\)", line):
            plots += 1
            yield plot(folder / match.group(2), match.group(1), plots)
            at += 1
        else:
            if line.strip() and not line.startswith("<!--"):
                yield f"<p>{inline(line)}</p>"
            at += 1


def html_of(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    title = next((line[2:] for line in lines if line.startswith("# ")), page.stem)
    body = "\n".join(blocks(lines, page.parent))
    return (f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>lariat: {html.escape(title)}</title>'
            f"<style>{STYLE}</style></head>\n<body>\n{body}\n</body>\n</html>\n")


def write_html(page, to):
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(html_of(page), encoding="utf-8")


def browser():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def write_pdf(page, to):
    program = browser()
    if not program:
        sys.exit("the PDF needs the Debian package chromium")
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        write_html(page, source)
        # As root, in a container, Chromium's own sandbox cannot start; it opens no page but ours.
        alone = ["--no-sandbox"] if os.geteuid() == 0 else []
        done = subprocess.run([program, "--headless", *alone, "--disable-gpu", "--disable-dev-shm-usage", "--no-pdf-header-footer",
                               f"--user-data-dir={folder}/profile", f"--print-to-pdf={to.resolve()}", source.as_uri()],
                              capture_output=True, text=True, timeout=PDF_SECONDS_MAX, check=False)
    if done.returncode != 0 or not to.exists():
        sys.exit(f"chromium wrote no PDF: {done.stderr[-500:]}")
