"""Code of the Python receiver that isn't part of the protocol, and why."""

import ast

_FILES = {"receiver.py": "the command line"}
_FUNCTIONS = {
    "server.py": {
        "probe_handler": "the probe, which is a part of the test",
        "_shown": "the probe, which is a part of the test",
        "Handler.log_message": "the log, which only people read",
    },
    "stores.py": {
        "Inbox.find": "serves the probe",
        "Inbox.holds": "serves the probe",
        "Resources.find": "serves the probe",
        "Log": "the log, which only people read",
    },
}


def left_out(file, mutant):
    """Why a mutant is left out, or None."""
    if file in _FILES:
        return _FILES[file]
    for name, reason in _FUNCTIONS.get(file, {}).items():
        if mutant.within == name or mutant.within.startswith(f"{name}."):
            return reason
    if _is_logged(mutant):
        return "text of the log"
    if mutant.operator == "text" and _is_message(mutant):
        return "text of an error that nobody sees"
    return None


def _is_logged(mutant):
    """The outcome: the second argument of a refusal, the first result of a step, and what is written."""
    calls = [ast.unparse(each.func) for each in mutant.parents if isinstance(each, ast.Call)]
    if "self.log.write" in calls or "super().__init__" in calls or mutant.before.startswith("self.log.write("):
        return True
    *_, around, parent = (None, *mutant.parents)
    if isinstance(parent, ast.Call) and ast.unparse(parent.func) == "Refusal":
        return len(parent.args) > 1 and ast.unparse(parent.args[1]) == mutant.before
    if isinstance(parent, ast.Tuple) and isinstance(around, ast.Return):
        first = parent.elts[0]
        return isinstance(first, ast.Constant) and ast.unparse(first) == mutant.before
    return False


def _is_message(mutant):
    """A refusal's other texts are headers, which are sent."""
    raised = next((each for each in mutant.parents if isinstance(each, ast.Raise)), None)
    return raised is not None and ast.unparse(raised.exc.func) != "Refusal"
