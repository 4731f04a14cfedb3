"""Which functions of ``src`` the product reaches, found by reading its source.

Beginning with what a framework calls (a function under a decorator of Click or Litestar) and with
what a module does when it is imported, names are followed from definition to definition. A table
such as ``{cmd.Start: turns.start}`` is a definition too: it is of use if somebody reads it. Where
the owner of an attribute cannot be told from the text, any method of that name counts, if its class
is of use.
"""

import ast
from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path

PLAIN_DECORATORS = frozenset(
    {"article", "property", "classmethod", "staticmethod", "dataclass", "overload"}
    | {"lru_cache", "cache", "cached_property", "contextmanager", "asynccontextmanager"}
)
"""Decorators that call nothing by themselves."""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(slots=True)
class Module:
    """A module: what its names stand for, and what each of its definitions mentions."""

    name: str
    imported: dict[str, str] = field(default_factory=dict)
    mentions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    roots: set[str] = field(default_factory=set)


class Source:
    """The modules of a package, read once; what a module left aside mentions does not count."""

    def __init__(self, folder: Path, aside: Container[str] = ()) -> None:
        self.cited: set[str] = set()
        self._modules: dict[str, Module] = {}
        self._methods: dict[str, set[str]] = defaultdict(set)
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if name not in aside:
                self._read(name, path.read_text(encoding="utf-8"), parts[-1] == "__init__")

    def reached(self) -> set[str]:
        """Every definition the product comes to."""
        found: set[str] = set()
        asked: set[str] = set()
        waiting = {root for module in self._modules.values() for root in module.roots}
        while waiting:
            found |= waiting
            mentioned = {name for one in waiting for name in self._mentions(one)}
            asked |= {name[1:] for name in mentioned if name.startswith(".")}
            plain = {self._resolve(name) for name in mentioned if not name.startswith(".")}
            waiting = (plain | self._called(asked, found)) - found
        return found

    def _called(self, asked: set[str], found: set[str]) -> set[str]:
        """The methods of those names, of classes that are of use."""
        named = (full for name in asked for full in self._methods.get(name, ()))
        return {full for full in named if full.rpartition(".")[0] in found}

    def _mentions(self, name: str) -> Iterable[str]:
        home = self._home(name)
        return home.mentions.get(name.removeprefix(f"{home.name}."), ()) if home else ()

    def _home(self, name: str) -> Module | None:
        head = name
        while head and head not in self._modules:
            head = head.rpartition(".")[0]
        return self._modules.get(head)

    def _resolve(self, name: str) -> str:
        """Follow imports and re-exports to the definition."""
        home = self._home(name)
        if home is None or name == home.name:
            return name
        first, _, rest = name.removeprefix(f"{home.name}.").partition(".")
        target = home.imported.get(first)
        if target is None or target == f"{home.name}.{first}":
            return name
        return self._resolve(f"{target}.{rest}" if rest else target)

    def _read(self, name: str, text: str, is_package: bool) -> None:
        module = self._modules[name] = Module(name)
        tree = ast.parse(text)
        for node in ast.walk(tree):
            module.imported |= _imports(node, name if is_package else name.rpartition(".")[0])
        for statement in tree.body:
            self._define(module, statement)

    def _define(self, module: Module, node: ast.stmt, owner: str = "") -> None:
        if isinstance(node, Definition):
            self._define_named(module, node, owner)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not owner:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    module.mentions[target.id] |= _mentioned(module, node)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            key = owner or "<import>"
            module.mentions[key] |= _mentioned(module, node)
            module.roots |= set() if owner else {f"{module.name}.<import>"}

    def _define_named(self, module: Module, node: Definition, owner: str) -> None:
        key = f"{owner}.{node.name}" if owner else node.name
        full = f"{module.name}.{key}"
        decorators = {_last_name(one) for one in node.decorator_list}
        if "article" in decorators:
            self.cited.add(full)
        if decorators - PLAIN_DECORATORS:
            module.roots.add(full)
        if owner:
            self._methods[node.name].add(full)
            if node.name.startswith("__"):
                module.mentions[owner].add(full)
        if not isinstance(node, ast.ClassDef):
            module.mentions[key] |= _mentioned(module, node)
            return
        for part in (*node.bases, *node.keywords, *node.decorator_list):
            module.mentions[key] |= _mentioned(module, part)
        for inner in node.body:
            self._define(module, inner, owner=key)


def _imports(node: ast.AST, package: str) -> dict[str, str]:
    if isinstance(node, ast.Import):
        return {a.asname or a.name.partition(".")[0]: _bound(a) for a in node.names}
    if isinstance(node, ast.ImportFrom):
        source = f"{package}.{node.module}" if node.level else node.module or ""
        return {a.asname or a.name: f"{source}.{a.name}" for a in node.names}
    return {}


def _bound(name: ast.alias) -> str:
    return name.name if name.asname else name.name.partition(".")[0]


def _mentioned(module: Module, node: ast.AST) -> set[str]:
    """Names in full where the text tells their owner, else ``.name``."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            found.add(f"{module.name}.{part.id}")
        elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load):
            found.add(f".{part.attr}")
            if dotted := _dotted(part):
                found.add(f"{module.name}.{dotted}")
    return found


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (head := _dotted(node.value)):
        return f"{head}.{node.attr}"
    return ""


def _last_name(node: ast.expr) -> str:
    target = node.func if isinstance(node, ast.Call) else node
    return _dotted(target).rpartition(".")[2]
