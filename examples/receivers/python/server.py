"""The HTTP servers of the webhook and the probe, based on Python's own server."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

MAX_BYTES = 1024 * 1024


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def log_message(self, *_):
        """Disabled: Python's own log would contain the path, including the probe's query."""

    def body(self):
        """The bytes of the body, or None if it is too large or incomplete."""
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._chunks()
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > MAX_BYTES:
            return None
        data = self.rfile.read(int(length))
        return data if len(data) == int(length) else None

    def _chunks(self):
        data = b""
        while True:
            try:
                size = int(self.rfile.readline(100).split(b";")[0], 16)
            except ValueError:
                return None
            if size < 0 or len(data) + size > MAX_BYTES:
                return None
            if size == 0:
                while self.rfile.readline(1000).strip():
                    pass
                return data
            data += self.rfile.read(size)
            self.rfile.readline(10)

    def send(self, status, headers=None, text=b""):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        self.wfile.flush()


def webhook_handler(webhook):
    class WebhookHandler(Handler):
        def handle_any(self):
            body = self.body()
            if body is None:
                self.close_connection = True
                return self.send(413, {"Connection": "close"})
            status, headers, text, later = webhook.answer(
                self.command, lambda name: self.headers.get_all(name, []), body
            )
            self.send(status, headers, text)
            if later is not None:
                later()

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_any

    return WebhookHandler


def probe_handler(faults, inbox, resources, log):
    """The conformance probe, contracts/probe.openapi.yaml. Only for tests."""

    class ProbeHandler(Handler):
        def do_GET(self):
            url = urlsplit(self.path)
            call, argument = (url.path.split("/") + ["", ""])[1:3]
            if call == "inbox":
                self.show({"records": [_shown(record) for record in inbox.find(unquote(argument))]})
            elif call == "resources":
                self.show(resources.find(unquote(argument)))
            elif call == "leaks":
                needle = parse_qs(url.query)["needle"][0]
                self.show({"found": inbox.holds(needle) or log.holds(needle)})
            else:
                self.send(404)

        def do_PUT(self):
            faults.update(json.loads(self.body()))
            self.send(204)

        def show(self, value):
            self.send(200, {"Content-Type": "application/json"}, json.dumps(value).encode())

    return ProbeHandler


def _shown(record):
    event = record["event"]
    return {
        "event_id": event["event_id"],
        "event_type": event["event_type"],
        "delivery_id": record["delivery_id"],
        "correlation_id": event.get("correlation_id"),
        "event": event,
        "test": record["test"],
    }
