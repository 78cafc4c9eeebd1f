"""Nonces, inbox, resources and log in the memory of one process; production needs a database."""

import json
import sys
import threading
from collections import deque


class Down(Exception):
    """A store is unavailable."""


class Nonces:
    kept_seconds = 600

    def __init__(self, faults):
        self._faults, self._lock, self._expiries = faults, threading.Lock(), {}

    def reserve(self, nonce, stamp, now):
        """Reserves a nonce, or reports that it was taken. A single step, so only one of two simultaneous callers gets it."""
        with self._lock:
            if self._faults["nonce_store"]:
                raise Down
            while self._expiries and (oldest := next(iter(self._expiries))) and self._expiries[oldest] <= now:
                del self._expiries[oldest]
            if nonce in self._expiries:
                return False
            self._expiries[nonce] = max(now, stamp) + self.kept_seconds
            return True


class Inbox:
    def __init__(self, faults):
        self._faults, self._lock, self._records = faults, threading.Lock(), {}

    def commit(self, record):
        """Commits an event once: "new", "same" if it is already stored, "other" if its id has other content."""
        event = record["event"]
        with self._lock:
            if self._faults["inbox"]:
                raise Down
            known = self._records.setdefault(event["event_id"], record)
            if known is record:
                return "new"
            return "same" if _content(known["event"]) == _content(event) else "other"

    def find(self, event_id):
        record = self._records.get(event_id)
        return [] if record is None else [record]

    def holds(self, text):
        return any(text in json.dumps(record, ensure_ascii=False) for record in list(self._records.values()))


def _content(value):
    """A JSON value, independent of the order of its members; unlike with Python's `==`, true isn't 1."""
    return json.dumps(_whole(value), sort_keys=True)


def _whole(value):
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Resources:
    """The versions of each resource, applied in order (§6.4)."""

    def __init__(self):
        self._lock, self._states = threading.Lock(), {}

    def apply(self, event):
        name = event["event_type"]
        family = "subscription" if name.startswith("oem.subscription.") else name
        version = int(event["resource_version"])
        with self._lock:
            families = self._states.setdefault(event["resource_id"], {})
            applied, pending = families.get(family, (0, set()))
            if version > applied:
                pending.add(version)
            while applied + 1 in pending:
                applied += 1
                pending.remove(applied)
            families[family] = applied, pending

    def find(self, resource_id):
        with self._lock:
            applied, pending = next(iter(self._states.get(resource_id, {}).values()), (0, set()))
            return {"applied_version": applied or None, "pending_versions": sorted(pending)}


class Log:
    """One line for each delivery, to stderr: the outcome and the id, nothing else of the request."""

    def __init__(self):
        self._lines = deque(maxlen=10_000)

    def write(self, **entry):
        line = json.dumps(entry)
        self._lines.append(line)
        print(line, file=sys.stderr)

    def holds(self, text):
        return any(text in line for line in list(self._lines))
