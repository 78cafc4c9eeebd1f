import type { SnippetIds } from "./snippet-ids.js";

/** How the receiver for Python is started. */
export function pythonRun({ application, environment }: SnippetIds): string {
  return `set -a; . ./.env; set +a
python3 node_modules/oipkit/examples/receivers/python/receiver.py \\
  --application ${application} --environment ${environment} --port 8080`;
}

/** How the receiver for Go is started. */
export function goRun({ application, environment }: SnippetIds): string {
  return `set -a; . ./.env; set +a
cd node_modules/oipkit/examples/receivers/go
go run . --application ${application} --environment ${environment} --port 8080`;
}

/** How a signature is checked in Python. */
export const pythonCode = `import hashlib, hmac, time

def is_signed(secret: str, headers, body: bytes) -> bool:
    """The raw body, exactly as received: never parsed and printed again."""
    stamp = headers["X-SVC-Request-Timestamp"]
    nonce = headers["X-SVC-Request-Nonce"]
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > 300:
        return False
    text = f"{stamp}\\n{nonce}\\n".encode() + body
    expected = "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers["X-SVC-Signature"])
`;

/** How a signature is checked in Go. */
export const goCode = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// isSigned takes the raw body, exactly as received. Check the timestamp's window of five minutes, too.
func isSigned(secret []byte, header http.Header, body []byte) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(header.Get("X-SVC-Request-Timestamp") + "\\n" + header.Get("X-SVC-Request-Nonce") + "\\n"))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header.Get("X-SVC-Signature")))
}
`;
