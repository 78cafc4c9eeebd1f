"""Validates events against the tables in contract.py."""

import re
from datetime import datetime, timedelta, timezone

import contract

MOST = 2**53 - 1
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII)


def parse_time(text):
    """An RFC 3339 time as a comparable value, or None."""
    match = isinstance(text, str) and _TIME.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    fraction, sign, offset_hours, offset_minutes = match.groups()[6:]
    shift = int(offset_hours or 0) * 60 + int(offset_minutes or 0)
    if hour > 23 or minute > 59 or second > 60 or int(offset_hours or 0) > 23 or int(offset_minutes or 0) > 59:
        return None
    # The calendar repeats every 400 years; `datetime` doesn't support the year 0.
    try:
        base = datetime(year % 400 + 2000, month, day, hour, minute, tzinfo=timezone.utc)
    except ValueError:
        return None
    utc = base - timedelta(minutes=-shift if sign == "-" else shift)
    if second == 60 and (utc.hour, utc.minute) != (23, 59):
        return None
    return (utc.replace(second=0) - datetime(2000, 1, 1, tzinfo=timezone.utc)).total_seconds() / 60 + (
        year // 400 * 210_379_680
    ), second, float(f"0.{fraction or 0}")


def is_version(value):
    """A whole number from 1 to 2^53 - 1; 1.0 is one, true isn't."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return (whole or isinstance(value, float) and value.is_integer()) and 1 <= value <= MOST


def _has_type(value, wanted):
    if wanted == contract.TEXT:
        return isinstance(value, str)
    if wanted == contract.TIME:
        return parse_time(value) is not None
    if wanted == contract.VERSION:
        return is_version(value)
    if wanted == contract.FLAG:
        return isinstance(value, bool)
    return isinstance(value, str) and value in wanted


def _matches(value, required, optional=None):
    """Whether an object has its required fields, and all known fields have the right type. Others are ignored."""
    if not isinstance(value, dict):
        return False
    return all(name in value and _has_type(value[name], wanted) for name, wanted in required.items()) and all(
        name not in value or _has_type(value[name], wanted) for name, wanted in (optional or {}).items()
    )


def classify(event):
    """`published` or `unspecified` for a valid event, None for an invalid or unknown one."""
    name = event.get("event_type")
    if not isinstance(name, str) or not isinstance(event.get("event_id"), str):
        return None
    support = name.startswith("oem.support.") and name.endswith(contract.SUPPORT_SUFFIXES)
    if name in contract.UNSPECIFIED or support:
        return "unspecified"
    check = {contract.ACCESS_CHANGED: _access_changed, contract.PRODUCT_ACTIVATED: _product_activated}.get(name)
    if check is None and name in contract.SUBSCRIPTION_EVENTS:
        check = _subscription
    if check is None or not _matches(event, contract.ENVELOPE):
        return None
    return "published" if check(event, event.get("data")) else None


def _subscription(event, data):
    statuses = contract.SUBSCRIPTION_EVENTS[event["event_type"]]
    return (
        _matches(data, {**contract.SUMMARY, "status": statuses}, contract.SUMMARY_OPTIONAL)
        and event["tenant_id"] == data["organization_id"]
        and event["resource_id"] == data["id"]
        and event["resource_version"] == data["resource_version"]
        and parse_time(data["current_period_end"]) > parse_time(data["current_period_start"])
    )


def _access_changed(event, data):
    return (
        _matches(data, contract.ACCESS_CHANGE)
        and event["tenant_id"] == data["organization_id"]
        and event["resource_id"] == data["subject_id"]
        and event["resource_version"] == data["access_revision"]
    )


def _product_activated(event, data):
    return (
        _matches(data, contract.ACTIVATION)
        and event["tenant_id"] == data["organization_id"]
        and event["resource_id"] == data["product_access_id"]
        and event["resource_version"] == data["version"]
    )


def is_bound(event, settings):
    """Whether an event with a published schema is for this application (§2.4, §6.3(5))."""
    data = event["data"]
    return (
        data.get("open_platform_application_id") == settings.application
        and data.get("environment") == settings.environment
        and settings.organization in (None, data["organization_id"])
        and settings.product in (None, data["product_code"])
    )
