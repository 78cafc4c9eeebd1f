"""What stands in a mutant instead of a node: the operators of mutmut, cosmic-ray and StrykerJS, for Python."""

import ast
import copy

import texts

_COMPARISONS = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
_METHODS = {
    **{a: b for pair in (("lower", "upper"), ("startswith", "endswith")) for a, b in (pair, pair[::-1])},
    **dict.fromkeys(("strip", "isascii", "isdigit"), None),
}
_FUNCTIONS = {"any": "all", "all": "any", "max": "min", "min": "max", "sorted": None, "abs": None, "int": None}
_NOTHING = ast.Constant(None)


def replacements(node, parent, field):
    """Yields operator, text of what is replaced (or None for the node's own), and the node that replaces it."""
    kind = type(node)
    if kind is ast.Compare:
        yield from _comparison(node)
    elif kind is ast.BoolOp:
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", None, ast.BoolOp(other, node.values)
        for index, operand in enumerate(node.values):
            # `_comparison` yields the constant that has the same effect.
            if isinstance(operand, ast.Compare):
                continue
            rest = node.values[:index] + node.values[index + 1 :]
            yield "operand removed", None, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif kind is ast.UnaryOp:
        yield "sign or negation removed", None, node.operand
    elif kind is ast.BinOp:
        yield "arithmetic", None, ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
    elif kind is ast.Constant:
        for operator, value in texts.constants(node, parent):
            yield operator, None, ast.Constant(value)
    elif kind is ast.IfExp:
        yield "branches swapped", None, ast.IfExp(node.test, node.orelse, node.body)
    elif kind is ast.Call:
        yield from _call(node)
    elif kind is ast.Subscript and isinstance(node.slice, ast.Slice):
        for bound in ("lower", "upper", "step"):
            if getattr(node.slice, bound) is not None:
                yield "bound of a slice removed", None, _with(node, slice=_with(node.slice, **{bound: None}))
    elif kind is ast.Lambda:
        yield "result", None, ast.Lambda(node.args, _NOTHING)
    elif isinstance(node, ast.stmt):
        yield from _statement(node)
    if field in ("test", "ifs"):
        yield from _condition(node)


def removals(node, parent):
    """Yields operator, the text of a part, and the function that removes it from the tree."""
    # Several targets or results are a tuple, too; without one of them, nothing works.
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)) and not isinstance(parent, (ast.Assign, ast.Return, ast.For)):
        for index, part in enumerate(node.elts):
            yield "element removed", ast.unparse(part), lambda index=index: node.elts.pop(index)
    elif isinstance(node, ast.Dict):
        for index, value in enumerate(node.values):
            key = node.keys[index]
            text = f"**{ast.unparse(value)}" if key is None else f"{ast.unparse(key)}: {ast.unparse(value)}"
            yield "entry removed", text, lambda index=index: (node.keys.pop(index), node.values.pop(index))
    elif isinstance(node, ast.Call):
        for index, keyword in enumerate(node.keywords):
            yield "argument removed", ast.unparse(keyword), lambda index=index: node.keywords.pop(index)


def _comparison(node):
    for index, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            yield "comparison", None, _with(node, ops=[*node.ops[:index], other(), *node.ops[index + 1 :]])
    yield "condition", None, ast.Constant(True)
    yield "condition", None, ast.Constant(False)


def _condition(node):
    """`True` and `False` for a comparison, and its negation, come from `_comparison`."""
    if isinstance(node, ast.Constant) or (isinstance(node, ast.Compare) and len(node.ops) == 1):
        return
    if not isinstance(node, ast.UnaryOp):
        yield "negated", None, ast.UnaryOp(ast.Not(), node)
    yield "condition", None, ast.Constant(True)
    yield "condition", None, ast.Constant(False)


def _call(node):
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in _METHODS:
        other = _METHODS[function.attr]
        if other is not None:
            yield "method", None, _with(node, func=_with(function, attr=other))
        elif function.attr == "strip":
            yield "call removed", None, function.value
        else:
            yield "call removed", None, ast.Constant(True)
    if isinstance(function, ast.Name) and function.id in _FUNCTIONS:
        other = _FUNCTIONS[function.id]
        yield "function", None, node.args[0] if other is None else _with(node, func=ast.Name(other, ast.Load()))
    if len(node.args) > 1:
        yield "argument removed", None, _with(node, args=node.args[:-1])


def _statement(node):
    kind = type(node)
    if kind is ast.Return and node.value is not None and not _is_none(node.value):
        yield "result", None, ast.Return(_NOTHING)
    elif kind in (ast.Expr, ast.Raise, ast.Delete):
        yield "statement removed", None, ast.Pass()
    elif kind is ast.AugAssign:
        yield "statement removed", None, ast.Pass()
        yield "assignment", None, ast.Assign([node.target], node.value, lineno=node.lineno)
        yield "arithmetic", None, ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)
    elif kind is ast.Assign and not _is_none(node.value) and not isinstance(node.targets[0], ast.Tuple):
        yield "assignment", None, ast.Assign(node.targets, _NOTHING, lineno=node.lineno)
    elif kind is ast.Break:
        yield "break/continue", None, ast.Continue()
    elif kind is ast.Continue:
        yield "break/continue", None, ast.Break()


def _is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def _with(node, **changes):
    changed = copy.copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed
