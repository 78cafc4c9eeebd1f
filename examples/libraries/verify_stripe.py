"""Stripe's library for Python."""
import base64
import json
import sys
import time

from stripe import webhook, version


def answer(question):
    keys = question["secrets"]
    if len(keys) > 1:
        return {"result": "skip", "error": "it takes one key"}
    values = [value for name, value in question["headers"] if name.lower() == "stripe-signature"]
    # As WSGI and ASGI servers join a header that is sent twice.
    header = ",".join(values) if values else None
    time.time = lambda: question["now"]
    # It takes the body as text.
    body = base64.b64decode(question["base64"]).decode("utf-8")
    try:
        accepted = webhook.WebhookSignature.verify_header(body, header, keys[0], 300)
        return {"result": "accept" if accepted else "refuse"}
    except Exception as error:
        return {"result": "refuse", "error": f"{type(error).__name__}: {error}"}


print(json.dumps({"name": "stripe", "version": version.VERSION, "language": "Python"}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    try:
        result = answer(question)
    except UnicodeDecodeError as error:
        result = {"result": "refuse", "error": str(error)}
    print(json.dumps({"id": question["id"], **result}), flush=True)
