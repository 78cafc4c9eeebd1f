import type { Edit, Mutant } from "./mutant.js";

const webhook = "await webhook({ method, header, body })";
const rawBody = "const body = await rawBody(request, response);\n    if (body === undefined) return;";
const deep = "/** A callback is answered with a result and recorded nowhere; §6.8. */";

/** Without chunks, what arrives as one piece is up to the network. */
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
    "Each piece of the body is turned into text by itself.",
    chunked,
  ),
  http(
    "body-first-piece",
    "§6.2",
    [["chunks.push(chunk);", "if (chunks.length === 0) chunks.push(chunk);"]],
    "Only the first piece of the body is read.",
    chunked,
  ),
  http(
    "body-unlimited",
    "§6.2",
    [
      ['if (Number(request.headers["content-length"]) > maxBytes) return tooLarge();', ""],
      ["if (bytes > maxBytes) return tooLarge();", ""],
    ],
    "The body is read whatever its size.",
  ),
  http(
    "body-limit-of-parser",
    "§6.2",
    [["const maxBytes = 1024 * 1024;", "const maxBytes = 100 * 1024;"]],
    "The limit of a framework's body parser is in force.",
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
    "A missing length is taken for an empty body.",
  ),
  {
    name: "body-decompressed",
    clause: "§6.2",
    mistake: "A middleware decodes bodies before the signature is checked.",
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
    "A health check is answered at the same address.",
  ),
  routed(
    "method-allow-absent",
    "§4.5",
    [['{ status: 405, headers: { allow: "POST" } }', "{ status: 405 }"]],
    "The right method isn't named.",
  ),
  routed(
    "content-type-exact",
    "§6.2",
    [["/^application\\/json\\s*(?:;|$)/i.test(type)", '(type === "application/json")']],
    "The header is compared as a whole, so a charset is refused.",
  ),
  routed(
    "content-type-any",
    "§6.2",
    [["/^application\\/json\\s*(?:;|$)/i.test(type)", "true"]],
    "The content type isn't looked at.",
  ),
  {
    name: "nesting-overflows",
    clause: "§6.2",
    mistake: "A function that calls itself goes through whatever was sent.",
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
    "The framework redirects to the address with a slash at the end.",
  ),
];
