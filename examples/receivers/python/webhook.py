"""The processing order of §6.3, and the connection verification of §6.1."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time

from aes import decrypt_cbc
from contract import CALLBACK
from events import classify, is_bound
from stores import Down

WINDOW_SECONDS = 300
MAX_ECHO_BYTES = 64 * 1024
MAX_DEPTH = 200
JSON_TYPE = {"Content-Type": "application/json"}


class Refusal(Exception):
    """Ends the processing with a status; the outcome is logged, never sent."""

    def __init__(self, status, outcome, headers=None):
        super().__init__(outcome)
        self.status, self.outcome, self.headers = status, outcome, headers or {}


class Webhook:
    def __init__(self, settings, nonces, inbox, resources, log, now=time.time):
        self.settings, self.nonces, self.inbox = settings, nonces, inbox
        self.resources, self.log, self.now = resources, log, now

    def answer(self, method, header, body):
        """Status, headers and body of the answer; `header` returns all values of a name. Then the remaining work, or None."""
        try:
            outcome, status, headers, text, later = self._process(method, header, body)
        except Refusal as refusal:
            outcome, status, headers, text, later = refusal.outcome, refusal.status, refusal.headers, b"", None
        self.log.write(outcome=outcome, status=status, delivery_id=next(iter(header("X-SVC-Delivery-ID")), None))
        return status, headers, text, later

    def _process(self, method, header, body):
        if method != "POST":
            raise Refusal(405, "method", {"Allow": "POST"})
        media_type = next(iter(header("Content-Type")), "").split(";")[0].strip().lower()
        if media_type != "application/json" or any(coding != "identity" for coding in header("Content-Encoding")):
            raise Refusal(415, "media-type")
        if header("X-SVC-Webhook-Verification")[:1] == ["url_verification"]:
            return "verified", 200, JSON_TYPE, _echo(body), None
        delivery_id, event_id, event_type = self._authenticate(header, body)
        event = self._open(body)
        if event.get("event_id") != event_id or event.get("event_type") != event_type:
            raise Refusal(422, "header-differs")
        if event_type == CALLBACK:
            return "callback", 200, JSON_TYPE, b'{"result":"done"}', None
        return self._receive(event, delivery_id)

    def _authenticate(self, header, body):
        """Steps 1 to 3: headers, freshness, signature. Returns delivery id, event id and event type."""
        names = ["Request-Timestamp", "Request-Nonce", "Signature", "Delivery-ID", "Event-ID", "Event-Type"]
        values = [found[0] if len(found := header(f"X-SVC-{name}")) == 1 else "" for name in names]
        if not all(values):
            raise Refusal(422 if all(values[:3]) else 401, "header-missing")
        stamp, nonce, signature = values[:3]
        now = int(self.now())
        if not re.fullmatch("0|[1-9][0-9]{0,14}", stamp) or abs(now - int(stamp)) > WINDOW_SECONDS:
            raise Refusal(401, "stale")
        try:
            if not self.nonces.reserve(nonce, int(stamp), now):
                raise Refusal(401, "replayed")
        except Down:
            raise Refusal(503, "nonce-store-down") from None
        signed = f"{stamp}\n{nonce}\n".encode("latin-1") + body
        given = signature.encode("latin-1")
        if not any(hmac.compare_digest(given, _signature(secret, signed)) for secret in self.settings.secrets):
            raise Refusal(401, "signature")
        return (value.encode("latin-1").decode("utf-8", "replace") for value in values[3:])

    def _open(self, body):
        """Step 4: the event without its token."""
        event = _read_object(body)
        if event is not None and self.settings.encrypt_key is not None:
            event = _decrypt(event, self.settings.encrypt_key)
        if event is None:
            raise Refusal(422, "unreadable")
        token = event.pop("verification_token", None)
        wanted = self.settings.verification_token.encode()
        given = token.encode("utf-8", "surrogatepass") if isinstance(token, str) else b""
        if not isinstance(token, str) or not hmac.compare_digest(given, wanted):
            raise Refusal(401, "token")
        return event

    def _receive(self, event, delivery_id):
        """Steps 5 to 7: schema and binding, inbox, answer."""
        kind = classify(event)
        if kind is None:
            raise Refusal(422, "invalid")
        test = event["event_id"].startswith("evt_webhook_test_")
        if kind == "published" and not test and not is_bound(event, self.settings):
            raise Refusal(422, "not-ours")
        record = {"event": event, "delivery_id": delivery_id, "test": test}
        try:
            outcome = self.inbox.commit(record)
        except Down:
            raise Refusal(503, "inbox-down") from None
        if outcome == "other":
            raise Refusal(422, "conflict")
        applies = outcome == "new" and kind == "published" and not test
        return outcome, 204, {}, b"", (lambda: self.resources.apply(event)) if applies else None


def _signature(secret, signed):
    return b"sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()


def _echo(body):
    request = _read_object(body) or {}
    challenge = request.get("challenge")
    if request.get("type") != "url_verification" or not isinstance(challenge, str):
        raise Refusal(422, "verification")
    text = json.dumps({"challenge": challenge}, ensure_ascii=False, separators=(",", ":"))
    # UTF-8 can't encode half a surrogate pair, so it is replaced by its JSON escape.
    echo = text.encode("utf-8", "backslashreplace")
    if not isinstance(request.get("token"), str) or len(echo) > MAX_ECHO_BYTES:
        raise Refusal(422, "verification")
    return echo


def _read_object(data):
    """One JSON object in UTF-8 without a byte order mark and of limited depth, or None."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and _depth(text) <= MAX_DEPTH else None


def _refuse(name):
    raise ValueError(f"{name} isn't JSON")


def _depth(text):
    depth = most = 0
    for mark in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if mark in "[{" else -1
        most = max(most, depth)
    return most


def _decrypt(outer, encrypt_key):
    """The content of an encrypted body, or None for any error (§6.2)."""
    text = outer.get("encrypt")
    if len(outer) != 1 or not isinstance(text, str):
        return None
    try:
        sealed = base64.b64decode(text.encode("ascii"), validate=True)
        if base64.b64encode(sealed).decode() != text:
            return None
        key = hashlib.sha256(encrypt_key.encode()).digest()
        return _read_object(decrypt_cbc(key, sealed[:16], sealed[16:]))
    except (ValueError, binascii.Error):
        return None
