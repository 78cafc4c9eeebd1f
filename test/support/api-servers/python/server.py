"""A newsroom's articles, as openapi.yaml documents them. Listens on 127.0.0.1:PORT; what it stores ends with it."""

import json
import os
import re
import sys
import threading
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import articles
from fields import Invalid, whole_in_text
from http_parts import Problem, Request, check_accept, decode, parse_query
from schemas import ARTICLE_QUERY, COMMENT_ID, COMMENT_QUERY, REQUEST_ID, SLUG, TAG

MAX_BYTES = 100_000
MAX_DISCARDED = 8_000_000
JSON_TYPE, MERGE_TYPE = "application/json", "application/merge-patch+json"

TOKENS = {
    "daily-editor-token": ("daily", True),
    "daily-reader-token": ("daily", False),
    "weekly-editor-token": ("weekly", True),
}
ROOMS = {"daily": articles.Newsroom(), "weekly": articles.Newsroom()}
LOCK = threading.Lock()

# By path and method: the operation, its query parameters and the media type of its body.
PATHS = [
    ("/articles", {"GET": (articles.list_articles, ARTICLE_QUERY, None), "POST": (articles.create_article, {}, JSON_TYPE)}),
    (
        "/articles/{slug}",
        {
            "GET": (articles.read_article, {}, None),
            "PUT": (articles.put_article, {}, JSON_TYPE),
            "PATCH": (articles.patch_article, {}, MERGE_TYPE),
            "DELETE": (articles.delete_article, {}, None),
        },
    ),
    ("/articles/{slug}/transitions", {"POST": (articles.move_article, {}, JSON_TYPE)}),
    (
        "/articles/{slug}/comments",
        {"GET": (articles.list_comments, COMMENT_QUERY, None), "POST": (articles.create_comment, {}, JSON_TYPE)},
    ),
    (
        "/articles/{slug}/comments/{comment_id}",
        {"GET": (articles.read_comment, {}, None), "DELETE": (articles.delete_comment, {}, None)},
    ),
    ("/tags/{tag}", {"GET": (articles.count_tag, {}, None)}),
]
ROUTES = [(re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), methods) for path, methods in PATHS]


def find_route(path):
    for pattern, methods in ROUTES:
        match = pattern.fullmatch(path)
        if match:
            return methods, match.groupdict()
    raise Problem(404, "there is nothing at this path")


def identify(headers, method):
    match = re.fullmatch(r"bearer +(\S+)", headers.get("Authorization", ""), re.IGNORECASE)
    if not match or match[1] not in TOKENS:
        raise Problem(401, "a token is required", {"WWW-Authenticate": 'Bearer realm="news"'})
    tenant, may_write = TOKENS[match[1]]
    if method not in ("GET", "HEAD") and not may_write:
        raise Problem(403, "the token may only read")
    return ROOMS[tenant]


def set_path_parameters(request, found):
    """Path parameters that aren't valid name nothing, so they are 404, like those that name nothing else."""
    try:
        if "slug" in found:
            request.slug = SLUG.read(decode(found["slug"]), "slug")
        if "tag" in found:
            request.tag = TAG.read(decode(found["tag"]), "tag")
        if "comment_id" in found:
            request.comment_id = COMMENT_ID.read(whole_in_text(decode(found["comment_id"])), "commentId")
    except Invalid:
        raise Problem(404, "there is nothing at this path") from None


def respond(method, target, request):
    """The status, the headers and the body of the answer to a request."""
    path, _, query = target.partition("?")
    methods, found = find_route(path)
    asked = "GET" if method == "HEAD" else method
    if asked not in methods:
        allowed = [each for name in methods for each in ((name, "HEAD") if name == "GET" else (name,))]
        raise Problem(405, "the method isn't allowed", {"Allow": ", ".join(allowed)})
    room = identify(request.headers, method)
    check_accept(request.headers.get("Accept"))
    operation, fields, media_type = methods[asked]
    if media_type:
        request.check_media_type(media_type)
    set_path_parameters(request, found)
    try:
        request.query = parse_query(query, fields)
        request_id = request.headers.get("X-Request-Id")
        echoed = {} if request_id is None else {"X-Request-Id": REQUEST_ID.read(request_id, "X-Request-Id")}
    except Invalid as invalid:
        raise Problem(400, f"{invalid.pointer} {invalid.message}") from None
    with LOCK:
        status, headers, body = operation(room, request)
        return status, {**headers, **echoed}, None if body is None else json.dumps(body, ensure_ascii=True)


def problem_answer(problem):
    title = HTTPStatus(problem.status).phrase
    body = {"type": "about:blank", "title": title, "status": problem.status, "detail": problem.detail}
    if problem.errors:
        body["errors"] = problem.errors
    return problem.status, {**problem.headers, "Content-Type": "application/problem+json"}, json.dumps(body)


def safe_answer(method, target, request):
    try:
        return respond(method, target, request)
    except Problem as problem:
        return problem_answer(problem)
    except Invalid as invalid:
        errors = [{"pointer": invalid.pointer, "message": invalid.message}]
        return problem_answer(Problem(422, "the body isn't valid", errors=errors))
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return problem_answer(Problem(500, "the server failed"))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def log_message(self, *_):
        """Disabled."""

    def version_string(self):
        return "newsroom"

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.handle_any
        raise AttributeError(name)

    def handle_any(self):
        try:
            data = self.read_body()
        except Problem as problem:
            self.close_connection = True
            return self.reply(problem_answer(problem))
        return self.reply(safe_answer(self.command, self.path, Request(self.headers, data)))

    def read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self.read_chunks()
        length = self.headers.get("Content-Length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Problem(400, "Content-Length isn't a number")
        if len(length) > 15 or int(length) > MAX_BYTES:
            # A client that is still sending would not see the answer.
            left = min(int(length[:15]), MAX_DISCARDED)
            while left > 0 and (chunk := self.rfile.read1(min(left, 65_536))):
                left -= len(chunk)
            raise Problem(413, f"the body has more than {MAX_BYTES} bytes")
        return self.rfile.read(int(length))

    def read_chunks(self):
        data, size = bytearray(), 0
        while True:
            line = self.rfile.readline(100).split(b";")[0].strip()
            if not re.fullmatch(rb"[0-9A-Fa-f]{1,8}", line):
                raise Problem(400, "the chunks aren't valid")
            length = int(line, 16)
            size += length
            if size > MAX_DISCARDED:
                raise Problem(413, f"the body has more than {MAX_BYTES} bytes")
            if length == 0:
                break
            chunk = self.rfile.read(length)
            if size <= MAX_BYTES:
                data += chunk
            self.rfile.readline(10)
        while self.rfile.readline(1000).strip():
            pass
        if size > MAX_BYTES:
            raise Problem(413, f"the body has more than {MAX_BYTES} bytes")
        return bytes(data)

    def send_error(self, code, message=None, explain=None):
        """What Python's server itself refuses, such as a request line that isn't one."""
        self.close_connection = True
        self.reply(problem_answer(Problem(int(code), message or "the request can't be read")))

    def reply(self, answer):
        status, headers, text = answer
        data = (text or "").encode("utf-8")
        self.send_response(status)
        if text is not None and "Content-Type" not in headers:
            self.send_header("Content-Type", JSON_TYPE)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    print(f"ready http://127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()
