"""All mutants of a module: each is a place in its syntax tree, and what stands there instead."""

import ast
from typing import NamedTuple

import operators


class Mutant(NamedTuple):
    operator: str
    before: str
    after: str
    line: int
    column: int
    within: str
    """Qualified name of the function, such as `Inbox.commit`; empty for the module itself."""
    parents: tuple
    """The nodes around it, from the module to the nearest."""
    apply: object
    """Changes the tree. Call it once, and of one mutant only."""


def mutants(tree):
    """In the order of the source, always the same for the same tree."""
    found = list(_visit(tree, "", ()))
    seen = set()
    for mutant in found:
        key = mutant.line, mutant.column, mutant.before, mutant.after, mutant.operator
        if key not in seen:
            seen.add(key)
            yield mutant


def _visit(node, within, parents):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        within = f"{within}.{node.name}" if within else node.name
    inside = (*parents, node)
    for field, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or _is_docstring(child):
                continue
            slot = (value, index) if isinstance(value, list) else (node, field)
            for operator, before, after in operators.replacements(child, node, field):
                yield _mutant(operator, child, within, inside, slot, before, after)
            for operator, before, remove in operators.removals(child, node):
                yield Mutant(operator, before, "", *_position(child, inside), within, (*inside, child), remove)
            yield from _visit(child, within, inside)


def _mutant(operator, child, within, parents, slot, before, after):
    def apply():
        where, key = slot
        if isinstance(where, list):
            where[key] = after
        else:
            setattr(where, key, after)

    position = _position(child, parents)
    return Mutant(operator, before or ast.unparse(child), ast.unparse(after), *position, within, parents, apply)


def _position(node, parents):
    """Operators and the like have no position of their own."""
    placed = next(each for each in (node, *reversed(parents)) if hasattr(each, "lineno"))
    return placed.lineno, placed.col_offset + 1


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
