"""What the API accepts: fields with limits, which return a valid value or raise Invalid."""

import re
from datetime import datetime, timedelta, timezone

_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII)


class Invalid(Exception):
    """A value that isn't valid, with the JSON Pointer to it."""

    def __init__(self, pointer, message):
        super().__init__(message)
        self.pointer = pointer
        self.message = message


def parse_time(text):
    """Seconds since 2000 of an RFC 3339 time, or None. The calendar repeats every 400 years, and Python has no year 0."""
    match = _TIME.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    fraction, sign, offset_hours, offset_minutes = match.groups()[6:]
    if hour > 23 or minute > 59 or second > 60 or int(offset_hours or 0) > 23 or int(offset_minutes or 0) > 59:
        return None
    try:
        local = datetime(year % 400 + 2000, month, day, hour, minute, tzinfo=timezone.utc)
    except ValueError:
        return None
    shift = int(offset_hours or 0) * 60 + int(offset_minutes or 0)
    utc = local - timedelta(minutes=-shift if sign == "-" else shift)
    if second == 60 and (utc.hour, utc.minute) != (23, 59):
        return None
    since = (utc - datetime(2000, 1, 1, tzinfo=timezone.utc)).total_seconds()
    return since + (year // 400 - 5) * 146_097 * 86_400 + second + float(fraction or 0)


class Text:
    def __init__(self, minimum=0, maximum=None, pattern=None, choices=None):
        self.minimum, self.maximum, self.choices = minimum, maximum, choices
        self.pattern = re.compile(pattern, re.ASCII) if pattern else None

    def read(self, value, at):
        if not isinstance(value, str):
            raise Invalid(at, "must be a string")
        if self.choices and value not in self.choices:
            raise Invalid(at, f"must be one of {', '.join(self.choices)}")
        if len(value) < self.minimum:
            raise Invalid(at, f"must have at least {self.minimum} characters")
        if self.maximum is not None and len(value) > self.maximum:
            raise Invalid(at, f"must have at most {self.maximum} characters")
        if self.pattern and not self.pattern.fullmatch(value):
            raise Invalid(at, f"must match {self.pattern.pattern}")
        return value


class Time:
    def read(self, value, at):
        if not isinstance(value, str) or len(value) > 40 or parse_time(value) is None:
            raise Invalid(at, "must be an RFC 3339 time")
        return value


class Whole:
    """An integer; 3.0 is the integer 3."""

    def __init__(self, minimum, maximum, multiple=1):
        self.minimum, self.maximum, self.multiple = minimum, maximum, multiple

    def read(self, value, at):
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Invalid(at, "must be an integer")
        if not self.minimum <= value <= self.maximum:
            raise Invalid(at, f"must be from {self.minimum} to {self.maximum}")
        if value % self.multiple != 0:
            raise Invalid(at, f"must be a multiple of {self.multiple}")
        return value


class Flag:
    def read(self, value, at):
        if not isinstance(value, bool):
            raise Invalid(at, "must be a boolean")
        return value


class Nullable:
    def __init__(self, field):
        self.field = field

    def read(self, value, at):
        return None if value is None else self.field.read(value, at)


class ListOf:
    def __init__(self, item, minimum=0, maximum=None, unique=False):
        self.item, self.minimum, self.maximum, self.unique = item, minimum, maximum, unique

    def read(self, value, at):
        if not isinstance(value, list):
            raise Invalid(at, "must be an array")
        if len(value) < self.minimum:
            raise Invalid(at, f"must have at least {self.minimum} items")
        if self.maximum is not None and len(value) > self.maximum:
            raise Invalid(at, f"must have at most {self.maximum} items")
        items = [self.item.read(item, f"{at}/{index}") for index, item in enumerate(value)]
        if self.unique and len(set(items)) != len(items):
            raise Invalid(at, "must not have equal items")
        return items


class Record:
    """An object with known members; those that only the server writes are checked and left out."""

    def __init__(self, required, optional=None, read_only=None, least=0):
        self.required, self.optional, self.read_only = required, optional or {}, read_only or {}
        self.least = least

    def read(self, value, at):
        if not isinstance(value, dict):
            raise Invalid(at, "must be an object")
        for name in self.required:
            if name not in value:
                raise Invalid(at, f"must have {name}")
        fields = {**self.required, **self.optional, **self.read_only}
        result = {}
        for name, member in value.items():
            pointer = at + "/" + name.replace("~", "~0").replace("/", "~1")
            if name not in fields:
                raise Invalid(pointer, "is unknown")
            result[name] = fields[name].read(member, pointer)
        if len(value) < self.least:
            raise Invalid(at, f"must have at least {self.least} members")
        return {name: member for name, member in result.items() if name not in self.read_only}


class OneOf:
    """Alternatives that differ in the constant of a member."""

    def __init__(self, member, alternatives):
        self.member, self.alternatives = member, alternatives

    def read(self, value, at):
        kind = value.get(self.member) if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self.alternatives:
            raise Invalid(at, f"must be one of {', '.join(self.alternatives)}")
        return self.alternatives[kind].read(value, at)


def whole_in_text(text):
    """An integer in a path or a query string as a number; other texts stay, so that they are refused."""
    return int(text) if re.fullmatch(r"-?(?:0|[1-9]\d{0,14})", text, re.ASCII) else text
