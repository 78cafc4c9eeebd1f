import type { CodeLanguage } from "../../parts/code-language.js";

/** Languages and frameworks of the snippets, as the documentation has them. */
export const frameworks = ["node", "express", "fastify", "hono", "next", "python", "go"] as const;

/** A language or framework of the snippets. */
export type Framework = (typeof frameworks)[number];

/** How a receiver is made with a framework. */
export interface Snippet {
  readonly install: string;
  readonly file: string;
  readonly language: CodeLanguage;
  readonly code: string;
  readonly run: string;
  /** Whether it needs only a standard library; the code is then an extract. */
  readonly isStandard: boolean;
}

const packages: Readonly<Record<string, string>> = {
  node: "",
  express: " express",
  fastify: " fastify",
  hono: " hono @hono/node-server",
  next: "",
};

const mounting: Readonly<Record<string, string>> = {
  node: `import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";

const server = createReceiverServer(receiver, { path: "/webhook" });
await server.listen({ port: 8080 });`,
  express: `import { toExpressHandler } from "@oipkit/runtime/adapters/express";
import express from "express";

const app = express();
app.all("/webhook", toExpressHandler(receiver)); // before express.json(): the raw bytes are signed
app.listen(8080);`,
  fastify: `import { toFastifyRoute } from "@oipkit/runtime/adapters/fastify";
import fastify from "fastify";

const app = fastify();
app.route(toFastifyRoute(receiver, { url: "/webhook" }));
await app.listen({ port: 8080 });`,
  hono: `import { serve } from "@hono/node-server";
import { toHonoHandler } from "@oipkit/runtime/adapters/hono";
import { Hono } from "hono";

const app = new Hono();
app.all("/webhook", toHonoHandler(receiver));
serve({ fetch: app.fetch, port: 8080 });`,
  next: `import { toNextRoute } from "@oipkit/runtime/adapters/next";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = toNextRoute(() => receiver);`,
};

/** Returns what to install, write and run, with real ids. Secrets come from the environment. */
export function receiverSnippet(framework: Framework, ids: SnippetIds): Snippet {
  if (framework === "python")
    return {
      install: "npm install --save-dev oipkit",
      file: "webhook.py",
      language: "python",
      code: pythonCode,
      run: pythonRun(ids),
      isStandard: true,
    };
  if (framework === "go")
    return {
      install: "npm install --save-dev oipkit",
      file: "signature.go",
      language: "go",
      code: goCode,
      run: goRun(ids),
      isStandard: true,
    };
  const isNext = framework === "next";
  return {
    install: `npm install @oipkit/sdk @oipkit/runtime libsql${packages[framework]}\nnpm install --save-dev oipkit`,
    file: isNext ? "app/webhook/route.ts" : "receiver.mjs",
    language: "ts",
    code: `${receiverCode(ids)}\n\n${mounting[framework]}\n`,
    run: isNext ? "npx next dev --port 8080   # reads .env" : "node --env-file=.env receiver.mjs",
    isStandard: false,
  };
}

/** What the first call needs. */
export const callInstall = "npm install @oipkit/sdk @oipkit/runtime";

/** How it is made: with the `.env` that has `CLIENT_SECRET`. */
export const callRun = "node --env-file=.env call.mjs";

/** The first call of the API, as the application identity. */
export function callSnippet({
  clientId,
  issuer,
  apiUrl,
  environment,
}: {
  readonly clientId: string;
  readonly issuer: string;
  readonly apiUrl: string;
  readonly environment: string;
}): string {
  return `import { clientCredentials } from "@oipkit/runtime/oauth";
import { createClient } from "@oipkit/sdk/platform/client.js";

const { catalog } = createClient({
  environment: "${environment}",
  issuer: "${issuer}",
  baseUrl: "${apiUrl}",
  credentials: clientCredentials({
    clientId: "${clientId}",
    clientSecret: process.env.CLIENT_SECRET ?? "",
  }),
});

console.log(await catalog.listProducts().unwrap());
`;
}

function receiverCode({ application, environment }: SnippetIds): string {
  return `import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { createSqliteInbox, createSqliteNonces } from "@oipkit/runtime/stores/sqlite";

const file = "receiver.db";
const receiver = createReceiver({
  application: { id: "${application}", environment: "${environment}" },
  secrets: [process.env.WEBHOOK_SECRET ?? ""],
  verificationToken: process.env.WEBHOOK_VERIFICATION_TOKEN ?? "",
  inbox: createSqliteInbox({ file }),
  nonces: createSqliteNonces({ file }),
  handlers: {
    "oem.subscription.created.v1": (event) => {
      console.log(\`\${event.data.organization_id} subscribed to \${event.data.plan_code}\`);
    },
  },
  fallback: (event) => console.log(\`\${event.event_type} \${event.event_id}\`),
});`;
}

/** How the receiver for Python is started. */
function pythonRun({ application, environment }: SnippetIds): string {
  return `set -a; . ./.env; set +a
python3 node_modules/oipkit/examples/receivers/python/receiver.py \\
  --application ${application} --environment ${environment} --port 8080`;
}

/** How the receiver for Go is started. */
function goRun({ application, environment }: SnippetIds): string {
  return `set -a; . ./.env; set +a
cd node_modules/oipkit/examples/receivers/go
go run . --application ${application} --environment ${environment} --port 8080`;
}

/** How a signature is checked in Python. Whatever a header has, it answers. */
const pythonCode = `import hashlib, hmac, re, time

def is_signed(secret: str, headers, body: bytes) -> bool:
    """The raw body, exactly as received: never parsed and printed again."""
    stamp = headers.get("X-SVC-Request-Timestamp") or ""
    nonce = headers.get("X-SVC-Request-Nonce") or ""
    given = headers.get("X-SVC-Signature") or ""
    if not re.fullmatch("[0-9]{1,12}", stamp) or abs(time.time() - int(stamp)) > 300:
        return False
    text = f"{stamp}\\n{nonce}\\n".encode("utf-8", "replace") + body
    expected = "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    # As bytes: texts with other characters than ASCII can't be compared.
    return hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace"))

# Then: a nonce that was seen before is refused, and so is a body with another token.
`;

/** How a signature is checked in Go. */
const goCode = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

var digits = regexp.MustCompile("^[0-9]{1,12}$")

// isSigned takes the raw body, exactly as received: never parsed and printed again.
func isSigned(secret []byte, header http.Header, body []byte) bool {
	stamp := header.Get("X-SVC-Request-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0)).Abs()
	if err != nil || !digits.MatchString(stamp) || age > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(stamp + "\\n" + header.Get("X-SVC-Request-Nonce") + "\\n"))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(expected), []byte(header.Get("X-SVC-Signature")))
}

// Then: a nonce that was seen before is refused, and so is a body with another token.
`;

/** What the snippets are filled in with. */
interface SnippetIds {
  readonly application: string;
  readonly environment: "sandbox" | "production";
}
