import type { Edit, Mutant } from "./mutant.js";

const webhook = "await webhook({ method, header, body })";
const rawBody = "const body = await rawBody(request, response);\n    if (body === undefined) return;";
const deep = "/** A callback is answered with a result and never stored; §6.8. */";

/** Only these cases use chunks; otherwise the network decides how the body is split. */
const chunked = ["6.2/chunked-characters"];

const http = (
  ...[name, clause, edits, mistake, only]: readonly [
    string,
    string,
    readonly Edit[],
    string,
    (readonly string[])?,
  ]
): Mutant => ({
  name,
  clause,
  mistake,
  edits: { http: edits },
  ...(only && { only }),
});

const routed = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { webhook: edits },
});

export const httpMutants: readonly Mutant[] = [
  http(
    "body-in-pieces",
    "§6.2",
    [["chunks.push(chunk);", "chunks.push(Buffer.from(chunk.toString()));"]],
    "Each chunk of the body is decoded to text separately.",
    chunked,
  ),
  http(
    "body-first-piece",
    "§6.2",
    [["chunks.push(chunk);", "if (chunks.length === 0) chunks.push(chunk);"]],
    "Only the first chunk of the body is read.",
    chunked,
  ),
  http(
    "body-unlimited",
    "§6.2",
    [
      ['if (Number(request.headers["content-length"]) > maxBytes) return tooLarge();', ""],
      ["if (bytes > maxBytes) return tooLarge();", ""],
    ],
    "The body is read without a limit of its size.",
  ),
  http(
    "body-limit-of-parser",
    "§6.2",
    [["const maxBytes = 1024 * 1024;", "const maxBytes = 100 * 1024;"]],
    "The default limit of a framework's body parser applies.",
  ),
  http(
    "length-demanded",
    "§6.2",
    [
      [
        rawBody,
        `if (request.headers["content-length"] === undefined) return response.writeHead(411).end();\n    ${rawBody}`,
      ],
    ],
    "A body without a Content-Length is refused.",
  ),
  {
    name: "body-decompressed",
    clause: "§6.2",
    mistake: "Middleware decompresses bodies before the signature is checked.",
    edits: {
      http: [
        ["const maxBytes", 'import { gunzipSync } from "node:zlib";\n\nconst maxBytes'],
        [
          "return Buffer.concat(chunks);",
          "const raw = Buffer.concat(chunks);\n  try {\n    return gunzipSync(raw);\n  } catch {\n    return raw;\n  }",
        ],
      ],
      webhook: [['coding !== "identity"', 'coding === "br"']],
    },
  },
  routed(
    "method-any",
    "§4.5",
    [['method !== "POST"', 'method === "TRACE"']],
    "The route is registered for every method.",
  ),
  routed(
    "method-get-alive",
    "§4.5",
    [
      [
        'if (method !== "POST")',
        'if (method === "GET") return { status: 200, body: "alive" };\n    if (method !== "POST")',
      ],
    ],
    "A health check is answered at the same URL.",
  ),
  routed(
    "method-allow-absent",
    "§4.5",
    [['{ status: 405, headers: { allow: "POST" } }', "{ status: 405 }"]],
    "The answer doesn't name the allowed method.",
  ),
  routed(
    "content-type-exact",
    "§6.2",
    [["/^application\\/json\\s*(?:;|$)/i.test(type)", '(type === "application/json")']],
    "The header is compared as a whole, so a charset parameter is refused.",
  ),
  routed(
    "content-type-any",
    "§6.2",
    [["/^application\\/json\\s*(?:;|$)/i.test(type)", "true"]],
    "The content type isn't checked.",
  ),
  {
    name: "nesting-overflows",
    clause: "§6.2",
    mistake: "A recursive function traverses the input without a depth limit.",
    edits: {
      body: [[" && depthOf(text) <= deepest", ""]],
      http: [[webhook, `${webhook}.catch(() => ({ status: 500 }))`]],
      webhook: [
        ["const found = validateEvent(event);", "count(event);\n    const found = validateEvent(event);"],
        [
          deep,
          `const count = (value) => Object.values(Object(value)).map((each) => [each].map(count)).flat().length;\n${deep}`,
        ],
      ],
    },
  },
  routed(
    "answer-redirects",
    "§6.3(1)",
    [
      [
        'if (method !== "POST")',
        'if (header("X-SVC-Delivery-ID").length > 0) return { status: 308, headers: { location: "/hook/" } };\n    if (method !== "POST")',
      ],
    ],
    "The framework redirects to the URL with a trailing slash.",
  ),
];
