"""The command line: ``raccord`` and its commands, each loaded only when it is asked for.

A command NAME lives in ``raccord.cli.MODULE`` as ``NAME_command`` or ``NAME_group``.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

import click

from raccord.cli.failures import leave, reader_may_go, ready_streams
from raccord.cli.french import FrenchGroup, speak_french

__all__ = ["cli", "main"]

# Order of the help page; the line shown there, and the module where it is not the name.
_COMMANDS = {
    "find": "Cherche les tops, tirage après tirage, et joue (sans argument : ceci).",
    "top": "Donne tous les tops d'un tirage sur une grille.",
    "moves": "Donne tous les coups d'un tirage sur une grille.",
    "words": "Questions sur les mots : validité, anagrammes, rajouts, motifs.",
    "lexicon": "Listes de mots : importer, comparer, vérifier.",
    "play": "Joue une partie duplicate contre le top, coup après coup.",
    "replay": "Rejoue et vérifie une partie enregistrée.",
    "verify": "Vérifie les tirages d'une partie publiée.",
    "sheet": "Met en page une partie enregistrée : PDF, CSV, JSON.",
    "paper": "Imprime des bulletins et des feuilles de route à remplir.",
    "prepare": "Tire des parties à l'avance, selon des critères.",
    "tournament": "Classe les joueurs de plusieurs parties ; exporte une compétition.",
    "people": "Annuaire des joueurs : importer, lister, réunir, exporter.",
    "arbitrate": "Juge des bulletins de jeu.",
    "reading": "Lit des bulletins photographiés ; apprend les écritures d'un club.",
    "rules": "Articles des règlements et ce que le logiciel en fait.",
    "jarnac": "Joue et arbitre des parties de Jarnac.",
    "serve": "Lance l'application web.",
    "centre": "Joue une épreuve à plusieurs centres sur cet ordinateur.",
    "hub": "Organise une épreuve à plusieurs centres.",
    "database": "Exporte, importe ou vérifie une base de parties.",
    "bench": "Mesure la vitesse de la recherche.",
}
_MODULES = {"moves": "top"}

speak_french()


class LazyGroup(FrenchGroup):
    """The main group: imports a command when it is called, turns every error into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands whose module is there."""
        return [name for name in _COMMANDS if find_spec(_module(name))]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import and return a command."""
        if name not in self.list_commands(ctx):
            return None
        module = import_module(_module(name))
        found = getattr(module, f"{name}_command", None) or getattr(module, f"{name}_group", None)
        return found if isinstance(found, click.Command) else None

    def summary(self, ctx: click.Context, name: str) -> str:  # noqa: ARG002
        """What a command does, without importing it."""
        return _COMMANDS[name]

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the arguments, which may print the help."""
        with reader_may_go():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with reader_may_go():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and leave with an exit code whatever happens."""
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except (Exception, KeyboardInterrupt) as error:
            result = leave(error)
        code = result if isinstance(result, int) else 0
        if standalone_mode:
            sys.exit(code)
        return code


def _module(name: str) -> str:
    return f"raccord.cli.{_MODULES.get(name, name)}"


@click.group(
    name="raccord",
    cls=LazyGroup,
    invoke_without_command=True,
    subcommand_metavar="[COMMANDE] [ARGUMENTS]…",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(version("raccord"), message="raccord %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Le duplicate de compétition en français, et le Jarnac, règlement en main."""
    if ctx.invoked_subcommand is None:
        from raccord.cli.find import find_command

        ctx.invoke(find_command)


def main() -> None:
    """The ``raccord`` program."""
    ready_streams()
    cli.main(prog_name="raccord")
