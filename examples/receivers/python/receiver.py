"""A receiver of webhooks with only Python's standard library; Python 3.9 and later. `python3 receiver.py --help`"""

import argparse
import os
import sys
import threading
from types import SimpleNamespace

from server import Server, probe_handler, webhook_handler
from stores import Inbox, Log, Nonces, Resources
from webhook import Webhook


def read_settings():
    parser = argparse.ArgumentParser(
        description="Secrets come from WEBHOOK_SECRET, WEBHOOK_PREVIOUS_SECRET, WEBHOOK_VERIFICATION_TOKEN and "
        "WEBHOOK_ENCRYPT_KEY.",
    )
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--probe-port", type=int)
    parser.add_argument("--application", required=True)
    parser.add_argument("--environment", required=True, choices=["sandbox", "production"])
    parser.add_argument("--organization")
    parser.add_argument("--product")
    settings = SimpleNamespace(**vars(parser.parse_args()))
    for name in ("WEBHOOK_SECRET", "WEBHOOK_VERIFICATION_TOKEN"):
        if not os.environ.get(name):
            parser.error(f"{name} isn't set")
    secrets = [os.environ.get("WEBHOOK_SECRET"), os.environ.get("WEBHOOK_PREVIOUS_SECRET")]
    settings.secrets = [secret for secret in secrets if secret]
    settings.verification_token = os.environ["WEBHOOK_VERIFICATION_TOKEN"]
    settings.encrypt_key = os.environ.get("WEBHOOK_ENCRYPT_KEY") or None
    return settings


def main():
    settings = read_settings()
    faults = {"nonce_store": False, "inbox": False}
    nonces, inbox, resources, log = Nonces(faults), Inbox(faults), Resources(), Log()
    webhook = Webhook(settings, nonces, inbox, resources, log)
    server = Server(("127.0.0.1", settings.port), webhook_handler(webhook))
    if settings.probe_port is not None:
        probe = Server(("127.0.0.1", settings.probe_port), probe_handler(faults, inbox, resources, log))
        threading.Thread(target=probe.serve_forever, daemon=True).start()
        print(f"probe on http://127.0.0.1:{probe.server_port}", flush=True)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
