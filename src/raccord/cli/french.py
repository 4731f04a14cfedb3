"""Click's own words in French.

Click looks its messages up through ``_`` and ``ngettext`` in each of its modules; we put ours
there rather than depend on the locale of the machine. An unknown message stays as it is.
"""

from importlib import import_module
from typing import Any

import click

_MESSAGES = {
    "(Did you mean one of: {possibilities}?)": "Vouliez-vous dire {possibilities} ?",
    "Aborted!": "Interrompu.",
    "Argument {name!r} takes {nargs} values.": "l'argument « {name} » prend {nargs} valeurs",
    "Choose from:\n\t{choices}": "au choix : {choices}",
    "Commands": "Commandes",
    "Could not open file {filename!r}: {message}": "fichier illisible : « {filename} » ({message})",
    "Did you mean {possibility}?": "Vouliez-vous dire {possibility} ?",
    "Error: {message}": "Erreur : {message}",
    "Got unexpected extra argument ({args})": "argument en trop : « {args} »",
    "Got unexpected extra arguments ({args})": "arguments en trop : « {args} »",
    "Invalid value for {param_hint}: {message}": "valeur incorrecte pour {param_hint} : {message}",
    "Invalid value: {message}": "valeur incorrecte : {message}",
    "Missing argument": "argument manquant",
    "Missing command.": "commande manquante",
    "Missing option": "option manquante",
    "Missing parameter": "paramètre manquant",
    "Missing parameter: {param_name}": "paramètre manquant : « {param_name} »",
    "No such command {name!r}.": "commande inconnue : « {name} ».",
    "No such option {name!r}.": "option inconnue : « {name} ».",
    "No such option: {name}": "option inconnue : « {name} »",
    "Option {name!r} does not take a value.": "l'option « {name} » ne prend pas de valeur",
    "Option {name!r} requires an argument.": "l'option « {name} » demande une valeur",
    "Option {name!r} requires {nargs} arguments.": "l'option « {name} » demande {nargs} valeurs",
    "Options": "Options",
    "Positional arguments": "Arguments",
    "Show the version and exit.": "Affiche la version.",
    "Show this message and exit.": "Affiche cette aide.",
    "Try '{command} {option}' for help.": "Aide : {command} {option}",
    "Usage:": "Usage :",
    "default: {default}": "par défaut : {default}",
    "directory": "dossier",
    "env var: {var}": "variable : {var}",
    "file": "fichier",
    "path": "chemin",
    "required": "obligatoire",
    "unknown error": "erreur inconnue",
    "{name} {filename!r} does not exist.": "{name} introuvable : « {filename} »",
    "{name} {filename!r} is a directory.": "« {filename} » est un dossier",
    "{name} {filename!r} is a file.": "« {filename} » est un fichier",
    "{name} {filename!r} is not readable.": "{name} illisible : « {filename} »",
    "{name} {filename!r} is not writable.": "{name} protégé en écriture : « {filename} »",
    "{value!r} is not a valid {number_type}.": "« {value} » n'est pas un nombre",
    "{value!r} is not one of {choices}.": "« {value} » ne fait pas partie de {choices}",
    "{value!r} is not {choice}.": "« {value} » n'est pas {choice}",
    "{value} is not in the range {range}.": "« {value} » n'est pas dans l'intervalle {range}",
}
_MODULES = ("core", "decorators", "exceptions", "formatting", "parser", "types")


def translated(message: str) -> str:
    """The French for one of Click's messages."""
    return _MESSAGES.get(message, message)


def _plural(singular: str, plural: str, count: int) -> str:
    return translated(singular if count == 1 else plural)


class FrenchFormatter(click.HelpFormatter):
    """Help pages with a space before the colon."""

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        self.write(f"{'':>{self.current_indent}}{heading} :\n")


class FrenchGroup(click.Group):
    """A group whose help is French and gives the first paragraph of each command, uncut."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        words: dict[str, Any] = {
            "subcommand_metavar": "COMMANDE [ARGUMENTS]…",
            "no_args_is_help": False,
        }
        super().__init__(*args, **words | settings)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands."""
        with formatter.section("Commandes"):
            formatter.write_dl(
                [(name, self.summary(ctx, name)) for name in self.list_commands(ctx)]
            )

    def summary(self, ctx: click.Context, name: str) -> str:
        """What a command does, for the list."""
        command = self.get_command(ctx, name)
        text = (command.help if command else None) or ""
        return " ".join(text.partition("\n\n")[0].split())


def speak_french() -> None:
    """Make Click answer in French."""
    click.Context.formatter_class = FrenchFormatter
    for name in _MODULES:
        module = import_module(f"click.{name}")
        for attribute, ours in (("_", translated), ("ngettext", _plural)):
            if hasattr(module, attribute):
                setattr(module, attribute, ours)
