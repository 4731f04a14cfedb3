"""What is said of where a word comes from."""

from rich.text import Text

from raccord.cli.answers import print_json
from raccord.cli.entries import check, describe_entry
from raccord.cli.views import console
from raccord.lexicon import Lexicon
from raccord.wordlists import Origin

RULES = {
    "a": "trois lexiques libres l’ont",
    "b": "mot court de Morphalou",
    "c": "mot court de DELA et de Lexique",
    "d": "nom de monnaie",
    "keep": "retenu à la main",
    "supplement": "ajouté à la main",
    "drop": "entrée écartée à la main",
    "stop": "écarté à la main",
    "refused": "relu, non retenu",
    "few": "trop peu de sources l’ont",
}


def answer_origin(lexicon: Lexicon, found: Origin, as_json: bool) -> None:
    """Who has a word, by which rule it is in the list or not, and why."""
    if as_json:
        facts = {"sources": found.sources, "rule": found.rule, "reason": found.reason}
        print_json(check(lexicon, found.word) | facts)
        return
    out = console()
    verdict = "admis" if found.is_admitted else "non admis"
    out.print(Text(f"{found.word} : {verdict}", style="bold"))
    for entry in (lexicon.entries(found.word) or ()) if found.is_admitted else ():
        out.print(Text(f"  {describe_entry(entry)}"))
    if found.sources:
        out.print(Text(f"sources : {', '.join(found.sources)}"))
    if not (found.sources or found.rule):
        out.print("ni un mot relu ou laissé de côté, ni le nom d’une liste installée")
    why = [text for text in (RULES.get(found.rule, ""), found.reason) if text]
    if why:
        out.print(Text(" : ".join(why)))
