// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Edit, Mutant } from "./mutant.js";

const echo = "const echo = JSON.stringify({ challenge });";
const asks = 'if (header("X-SVC-Webhook-Verification")[0] === "url_verification") return verify(body);';

const mutant = (name: string, edits: readonly Edit[], mistake: string, clause = "§6.1"): Mutant => ({
  name,
  clause,
  mistake,
  edits: { verification: edits },
});

const routed = (name: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause: "§6.1",
  mistake,
  edits: { webhook: edits },
});

export const connectionMutants: readonly Mutant[] = [
  mutant(
    "challenge-with-type",
    [[echo, "const echo = JSON.stringify({ challenge, type: request.type });"]],
    "The answer also contains other fields of the request.",
  ),
  mutant(
    "challenge-with-token",
    [[echo, "const echo = JSON.stringify(request);"]],
    "The whole request is echoed, including its token.",
  ),
  mutant(
    "challenge-html-escaped",
    [[echo, 'const echo = JSON.stringify({ challenge: challenge.replaceAll("<", "&lt;") });']],
    "A template engine escapes for HTML.",
  ),
  mutant(
    "challenge-pieced-together",
    [[echo, 'const echo = `{"challenge":"${challenge}"}`;']],
    "The JSON is built by string concatenation.",
  ),
  mutant(
    "challenge-ascii",
    [[echo, 'const echo = Buffer.from(JSON.stringify({ challenge }), "latin1");']],
    "The answer is written in another encoding.",
  ),
  mutant(
    "challenge-trimmed",
    [[echo, "const echo = JSON.stringify({ challenge: challenge.trim() });"]],
    "Middleware trims every string.",
  ),
  mutant(
    "challenge-normalized",
    [[echo, 'const echo = JSON.stringify({ challenge: challenge.normalize("NFD") });']],
    "The challenge is normalized to another Unicode form.",
  ),
  mutant(
    "challenge-as-text",
    [
      [
        'return { status: 200, headers: { "content-type": "application/json" }, body: echo };',
        'return { status: 200, headers: { "content-type": "text/plain" }, body: challenge };',
      ],
    ],
    "Other platforms expect the bare text.",
  ),
  mutant(
    "challenge-untyped",
    [['"content-type": "application/json"', '"content-type": "text/html"']],
    "The framework's default content type isn't changed.",
  ),
  mutant(
    "challenge-short",
    [["Buffer.byteLength(echo) > maxBytes", "Buffer.byteLength(echo) > 4096"]],
    "A low limit is set for safety.",
  ),
  mutant(
    "challenge-unlimited",
    [["Buffer.byteLength(echo) > maxBytes", "echo.length < 0"]],
    "The challenge is echoed without a limit of its length.",
  ),
  mutant(
    "challenge-unchecked",
    [['typeof challenge !== "string" || typeof token !== "string"', "false"]],
    "The fields are echoed without checking them.",
  ),
  mutant(
    "challenge-truthy",
    [['typeof challenge !== "string" || typeof token !== "string"', "!challenge || !token"]],
    "The challenge is checked for truthiness instead of its type.",
  ),
  mutant(
    "challenge-type-unchecked",
    [['request?.type !== "url_verification"', "request === undefined"]],
    "The header is considered sufficient, and the body's type isn't checked.",
  ),
  mutant("challenge-204", [["status: 200", "status: 204"]], "The endpoint answers everything with 204."),
  mutant(
    "challenge-strict",
    [
      [
        "const { challenge, token } = request;",
        "const { challenge, token } = request;\n  if (Object.keys(request).length !== 3) return { status: 422 };",
      ],
    ],
    "The schema allows no unknown fields, so a new field breaks the connection.",
    "§2.4",
  ),
  routed(
    "challenge-wants-signature",
    [
      [asks, ""],
      [
        "const opened = openBody(body, settings.encryptKey);",
        `${asks}\n    const opened = openBody(body, settings.encryptKey);`,
      ],
    ],
    "Middleware checks the signature of every request.",
  ),
  routed(
    "challenge-refused-beside-signature",
    [
      [
        asks,
        asks.replace(
          '=== "url_verification")',
          '=== "url_verification" && header("X-SVC-Signature").length === 0)',
        ),
      ],
    ],
    "A request with a signature is treated as a delivery.",
  ),
  routed(
    "challenge-by-body",
    [[asks, 'if (body.includes("url_verification")) return verify(body);']],
    "The request is recognized by its body, whose content a delivery may also have.",
  ),
  {
    ...routed(
      "challenge-decrypted",
      [
        [
          asks,
          asks.replace(
            "verify(body)",
            "(openBody(body, settings.encryptKey) ? verify(body) : { status: 422 })",
          ),
        ],
      ],
      "Every body is decrypted before the request is examined.",
    ),
    encrypted: true,
  },
  routed(
    "challenge-logged",
    [
      [
        asks,
        asks.replace("return verify(body)", "return { ...verify(body), outcome: `verification ${body}` }"),
      ],
    ],
    "Requests are logged in full while the endpoint is set up, and the logging stays on.",
  ),
  {
    name: "challenge-redirected",
    clause: "§6.1",
    mistake: "The framework redirects to the address with a slash at its end.",
    edits: {
      webhook: [
        [
          asks,
          asks.replace("return verify(body)", 'return { status: 308, headers: { location: "/hook/" } }'),
        ],
      ],
    },
  },
  {
    name: "challenge-slow",
    clause: "§6.1",
    mistake: "The process starts, connects and warms its caches before it answers.",
    only: ["6.1/challenge-echoed"],
    edits: {
      webhook: [
        [
          asks,
          asks.replace(
            "return verify(body)",
            "return await new Promise((resolve) => setTimeout(() => resolve(verify(body)), 4000))",
          ),
        ],
      ],
    },
  },
];
