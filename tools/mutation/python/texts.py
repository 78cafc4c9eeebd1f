"""Mutants of numbers, texts, lists that are written as one text, and regular expressions."""

import ast
import re

_PATTERN_CALLS = ("compile", "fullmatch", "match", "search", "findall", "sub")
_MARK = "XX"


def constants(node, parent):
    """Yields operator and value for the constants that replace one."""
    value = node.value
    if isinstance(value, bool):
        yield "constant", not value
    elif isinstance(value, (int, float)):
        yield "off by one", value + 1
        yield "off by one", value - 1
    elif value is None:
        yield "constant", ""
    elif isinstance(value, bytes):
        yield "text", b"" if value else _MARK.encode()
    elif isinstance(value, str):
        yield from _text(value, parent)


def _text(value, parent):
    if _is_pattern(value, parent):
        for pattern in patterns(value):
            yield "regular expression", pattern
    elif _is_list(parent):
        words = value.split()
        for index in range(len(words)):
            yield "element removed", " ".join(words[:index] + words[index + 1 :])
    else:
        yield "text", "" if value else _MARK
        if value.swapcase() != value and not _ignores_case(parent):
            yield "text", value.swapcase()


def _ignores_case(parent):
    """Names of encodings and of headers."""
    function = parent.func if isinstance(parent, ast.Call) else None
    name = getattr(function, "attr", None) or getattr(function, "id", None)
    return name in ("encode", "decode", "header", "get_all")


def _is_list(parent):
    """`"a b c".split()` without arguments."""
    return isinstance(parent, ast.Attribute) and parent.attr == "split"


def _is_pattern(value, parent):
    """The first argument of a function of `re`."""
    if not (isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute)):
        return False
    first = parent.args[0] if parent.args else None
    return (
        parent.func.attr in _PATTERN_CALLS
        and isinstance(parent.func.value, ast.Name)
        and parent.func.value.id == "re"
        and isinstance(first, ast.Constant)
        and first.value == value
    )


_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?:|\{\d+(?:,\d*)?\}|.", re.DOTALL)


def patterns(pattern):
    """Regular expressions that differ in one token, as weapon-regex makes them; those that don't compile are left out."""
    tokens = _TOKEN.findall(pattern)
    for index, token in enumerate(tokens):
        for other in _tokens(token):
            changed = "".join([*tokens[:index], other, *tokens[index + 1 :]])
            if _compiles(changed):
                yield changed


def _tokens(token):
    if len(token) == 2 and token[0] == "\\" and token[1].isalpha():
        return [f"\\{token[1].swapcase()}"]
    if token.startswith("[^"):
        return [f"[{token[2:]}"]
    if token.startswith("["):
        return [f"[^{token[1:]}"]
    if token.startswith("{"):
        low, _, high = token[1:-1].partition(",")
        near = (int(high or low) - 1, int(high or low) + 1)
        return ["", *(f"{{{low},{each}}}" if high else f"{{{each}}}" for each in near)]
    if token in "?+*^$":
        return [""]
    return []


def _compiles(pattern):
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
