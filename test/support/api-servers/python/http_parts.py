"""Problems (RFC 9457), and requests with what the operations need of them."""

import json
import re
from urllib.parse import unquote_to_bytes

from fields import ListOf, Whole, whole_in_text


class Problem(Exception):
    def __init__(self, status, detail, headers=None, errors=None):
        super().__init__(detail)
        self.status, self.detail, self.headers, self.errors = status, detail, headers or {}, errors


def decode(text):
    """Percent-decoded UTF-8; raises 400 for what isn't that."""
    if re.search(r"%(?![0-9A-Fa-f]{2})", text) or not text.isascii():
        raise Problem(400, "the URL isn't percent-encoded")
    try:
        return unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(400, "the URL isn't UTF-8") from None


def _without_duplicates(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is repeated")
    return members


def _refuse_constant(name):
    raise ValueError(f"{name} isn't JSON")


def parse_json(data):
    """A JSON text in UTF-8 without repeated keys; raises 400."""
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Problem(400, "the body isn't JSON in UTF-8, or a key is repeated") from None


def parse_query(text, fields):
    """The valid parameters of a query string; raises 400, also for unknown ones. Raises Invalid if a value isn't valid."""
    given = {}
    for part in text.split("&"):
        if part:
            name, _, value = part.partition("=")
            given.setdefault(decode(name.replace("+", " ")), []).append(decode(value.replace("+", " ")))
    query = {}
    for name, values in given.items():
        if name not in fields:
            raise Problem(400, f"the parameter {name} is unknown")
        field = fields[name]
        if isinstance(field, ListOf):
            query[name] = field.read(values, name)
            continue
        if len(values) > 1:
            raise Problem(400, f"the parameter {name} is repeated")
        query[name] = field.read(whole_in_text(values[0]) if isinstance(field, Whole) else values[0], name)
    return query


def check_accept(header, wanted="application/json"):
    """Raises 406 if an Accept header excludes a media type."""
    best = (-1, 0.0)
    for part in (header or "*/*").split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        ranks = {wanted: 2, wanted.split("/")[0] + "/*": 1, "*/*": 0}
        if name in ranks:
            weights = [piece[2:] for piece in parameters if re.fullmatch(r"q=[01](?:\.\d{0,3})?", piece)]
            best = max(best, (ranks[name], float(weights[0]) if weights else 1.0))
    if best[1] == 0.0:
        raise Problem(406, f"the answer would be {wanted}")


class Request:
    """What an operation gets: path parameters as attributes, the query, the body, and preconditions."""

    def __init__(self, headers, data):
        self.headers, self.data = headers, data
        self.query = {}
        self.slug = self.tag = self.comment_id = None

    def check_media_type(self, wanted):
        given, *parameters = (part.strip().lower() for part in self.headers.get("Content-Type", "").split(";"))
        charsets = [part[8:].strip('"') for part in parameters if part.startswith("charset=")]
        if given != wanted or any(charset != "utf-8" for charset in charsets):
            raise Problem(415, f"the body must be {wanted} in UTF-8")

    def valid(self, field):
        """The body, if it is valid; raises 400, or Invalid."""
        return field.read(parse_json(self.data), "")

    def _tags(self, name):
        values = self.headers.get_all(name)
        return [tag.strip() for value in values for tag in value.split(",")] if values else None

    def has_current(self, tag):
        """Whether If-None-Match names an entity tag, weakly compared."""
        tags = self._tags("If-None-Match") or []
        return any(each == "*" or each.removeprefix("W/") == tag for each in tags)

    def check_conditions(self, tag):
        """Raises 412 unless If-Match and If-None-Match hold for the current entity tag, or for None."""
        wanted = self._tags("If-Match")
        if wanted is not None and (tag is None or ("*" not in wanted and tag not in wanted)):
            raise Problem(412, "the article isn't the one that If-Match names")
        if tag is not None and self.has_current(tag):
            raise Problem(412, "the article is one that If-None-Match names")
