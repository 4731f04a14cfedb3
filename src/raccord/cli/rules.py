"""``raccord rules``: every article and what the software does with it."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from importlib import import_module
from pkgutil import walk_packages

import click

from raccord.cli.answers import print_json
from raccord.cli.inputs import json_option
from raccord.regulation import APPLIED
from raccord.regulation.catalogue import CATALOGUE, Article, Document, Status
from raccord.regulation.citation import Citation

_LAW = ("raccord.regulation", "raccord.duplicate", "raccord.tournament")
_HEAD = """\
# The rules, article by article

This page is generated: `raccord rules --markdown`. Titles are ours, in French; the documents are
the authority. *{done}*: code applies the article and cites it, and people reach that code.
*{procedural}*: it concerns people and rooms. *{coming}*: applied in part, see what waits.
*{left_out}*: see why.
"""


@click.command("rules")
@click.option(
    "--edition",
    type=click.Choice([*CATALOGUE]),
    metavar="ÉDITION",
    help=f"Un seul document : {', '.join(CATALOGUE)}.",
)
@click.option("--markdown", is_flag=True, help="La page de documentation, en Markdown.")
@json_option
def rules_command(edition: str | None, markdown: bool, as_json: bool) -> None:
    """Montre chaque article de chaque règlement : appliqué ou non, et par quoi."""
    documents = [d for d in CATALOGUE.values() if edition in (None, d.id)]
    applied = modules_by_article()
    if as_json:
        print_json([_as_data(a, applied) for d in documents for a in d.articles])
    elif markdown:
        click.echo(as_markdown(documents, applied), nl=False)
    else:
        _show(documents, applied)


def modules_by_article() -> dict[Citation, tuple[str, ...]]:
    """For every article, the modules that declare it: functions, provisions, formulas, Jarnac."""
    from raccord.duplicate.rules import formulas
    from raccord.jarnac.articles import EDITION, Ref
    from raccord.regulation.editions import EDITIONS

    _import_the_law()
    found: dict[Citation, set[str]] = defaultdict(set)
    for citation, functions in APPLIED.items():
        found[citation] |= {_module(name) for name in functions}
    for part in formulas.PARTS.values():
        for edition, number in part.articles.items():
            found[Citation(edition, number)].add(formulas.__name__)
    for id_, edition_ in EDITIONS.items():
        for provision in edition_.provisions().values():
            found[Citation(id_, provision.article)].add("raccord.regulation.editions")
    for ref in Ref:
        found[Citation(EDITION, ref.rpartition(" ")[0])].add("raccord.jarnac")
    return {citation: tuple(sorted(modules)) for citation, modules in found.items()}


def _import_the_law() -> None:
    """Import every module that may cite an article, for each declares its own when it is read."""
    for name in _LAW:
        package = import_module(name)
        for found in walk_packages(package.__path__, f"{name}."):
            import_module(found.name)


def _module(function: str) -> str:
    """The module of a function, or of a method, given by its full name."""
    head = function.rpartition(".")[0]
    while head.rpartition(".")[2][:1].isupper():
        head = head.rpartition(".")[0]
    return head


def _as_data(article: Article, applied: dict[Citation, tuple[str, ...]]) -> dict[str, object]:
    return {
        "edition": article.citation.edition,
        "article": article.number,
        "title": article.title,
        "status": article.status.value,
        "reason": article.note,
        "modules": list(applied.get(article.citation, ())),
    }


def as_markdown(documents: Sequence[Document], applied: dict[Citation, tuple[str, ...]]) -> str:
    """The documentation page."""
    french = {status.name.lower(): status.french for status in Status}
    lines = [_HEAD.format(**french)]
    for document in documents:
        lines += [f"## {document.title} (`{document.id}`)", "", tally(document) + ".", ""]
        lines += ["| article | | suite | |", "|---|---|---|---|"]
        lines += [_row(article, applied) for article in document.articles]
        lines.append("")
    return "\n".join(lines)


def _row(article: Article, applied: dict[Citation, tuple[str, ...]]) -> str:
    if article.status is Status.HEADING:
        return f"| **{article.number}** | **{article.title}** | | |"
    modules = ", ".join(f"`{name}`" for name in applied.get(article.citation, ()))
    why = modules if article.status is Status.DONE else article.note
    return f"| {article.number} | {article.title} | {article.status.french} | {why} |"


def tally(document: Document) -> str:
    """How many articles are done, procedural, left out, in French."""
    counts = Counter(article.status for article in document.articles)
    told = [s for s in Status if s is not Status.HEADING and counts[s]]
    return ", ".join(f"{counts[s]} {s.french if counts[s] == 1 else s.plural}" for s in told)


def _show(documents: Sequence[Document], applied: dict[Citation, tuple[str, ...]]) -> None:
    from rich import box
    from rich.table import Table

    from raccord.cli.views import console

    colours = {
        Status.DONE: "green",
        Status.PROCEDURAL: "yellow",
        Status.COMING: "cyan",
        Status.LEFT_OUT: "red",
    }
    out = console()
    for document in documents:
        title = f"{document.title} · {tally(document)}"
        table = Table("art.", "objet", "suite", "par, ou pourquoi", title=title, box=box.SIMPLE)
        table.title_justify = "left"
        for article in document.articles:
            if article.status is Status.HEADING:
                table.add_row(article.number, article.title, style="bold")
                continue
            short = [name.removeprefix("raccord.") for name in applied.get(article.citation, ())]
            why = ", ".join(short) if article.status is Status.DONE else article.note
            status = f"[{colours[article.status]}]{article.status.french}[/]"
            table.add_row(article.number, article.title, status, why)
        out.print(table)
