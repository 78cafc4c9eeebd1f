import { expect, test } from "vitest";
import { generateOutputs } from "../../../../generator/generate.js";
import { readTemplates } from "../../../../reader/documents/templates.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder, readContracts } from "../../../support/generator/emit/contract-folder.js";

const info = { title: "T", version: "1" };
const thing = { type: "object", properties: { name: { type: "string" } } };
const done = { "204": { description: "d" } };
const as = (type: string, schema: object) => ({ content: { [type]: { schema } } });
const answered = (type: string, schema: object) => ({
  responses: { "200": { description: "d", ...as(type, schema) } },
});

/** A document with one operation and one webhook. */
function operationDocument(operation: object, webhook: object = {}): object {
  return {
    openapi: "3.1.0",
    info,
    paths: { "/a": { post: { operationId: "a", responses: done, ...operation } } },
    webhooks: { hook: { post: { responses: done, ...webhook } } },
  };
}

async function generateWebhooks(document: object) {
  const contracts = await readContracts([await contractFolder({ "t.openapi.json": document })]);
  const templates = await readTemplates(undefined);
  const { files, warnings } = await generateOutputs(contracts, { templates, only: ["webhooks"] });
  return { files: new Map(files.map(({ path, text }) => [path, text.toString()])), warnings };
}

test.each<[string, object, string]>([
  [
    "a multipart body",
    operationDocument({ requestBody: as("multipart/form-data", thing) }),
    "the body of `a` as `multipart/form-data`, since `multipart/form-data` isn't JSON",
  ],
  [
    "an answer in XML",
    operationDocument(answered("application/xml", thing)),
    "the answer 200 of `a` as `application/xml`, since `application/xml` isn't JSON",
  ],
  [
    "a text with a limit",
    operationDocument(answered("text/plain", { type: "string", maxLength: 3 })),
    "the answer 200 of `a` as `text/plain`, since `text/plain` isn't JSON",
  ],
  [
    "the items of a stream",
    operationDocument(answered("application/jsonl", { type: "array", items: thing })),
    "the answer 200 of `a` as `application/jsonl`, since `application/jsonl` isn't JSON",
  ],
  [
    "a parameter in another media type",
    operationDocument({ parameters: [{ name: "p", in: "query", ...as("application/xml", thing) }] }),
    "the query parameter `p` of `a`, since `application/xml` isn't read",
  ],
  [
    "an object in a header of an answer",
    operationDocument({
      responses: { "200": { description: "d", headers: { "X-Thing": { schema: thing } } } },
    }),
    "the header `X-Thing` of the answer 200 of `a`, since only texts, numbers, booleans and lists of them are read",
  ],
  [
    "a header of an answer in another media type",
    operationDocument({
      responses: { "200": { description: "d", headers: { "X-Thing": as("application/xml", thing) } } },
    }),
    "the header `X-Thing` of the answer 200 of `a`, since `application/xml` isn't read",
  ],
  [
    "a cookie that an answer sets",
    operationDocument({
      responses: {
        "200": {
          description: "d",
          headers: { "Set-Cookie": { required: true, schema: { type: "string", pattern: "^sid=" } } },
        },
      },
    }),
    "the header `Set-Cookie` of the answer 200 of `a`, since no program in a browser can read it",
  ],
  [
    "an object in a header of a webhook",
    operationDocument({}, { parameters: [{ name: "X-Thing", in: "header", schema: thing }] }),
    "the header parameter `X-Thing` of `webhook hook`, since only texts, numbers, booleans and lists of them are read",
  ],
  [
    "a form of a webhook",
    operationDocument({}, { requestBody: as("application/x-www-form-urlencoded", thing) }),
    "the body of `webhook hook` as `application/x-www-form-urlencoded`, since `application/x-www-form-urlencoded` isn't JSON",
  ],
])("%s is listed in one warning and in the module", async (_, document, expected) => {
  const { files, warnings } = await generateWebhooks(document);
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    [
      "schema-unchecked",
      expect.stringMatching(/^1 schema isn't checked by generated validators: line \d+: /),
    ],
  ]);
  expect(warnings[0]?.message).toContain(expected);
  const modules = ["validators/t.operations.ts", "validators/t.webhooks.ts"].map((path) =>
    files.get(path)?.replace(/\n \* /g, " "),
  );
  expect(modules.some((text) => text?.includes(expected) ?? false)).toBe(true);
});

test.each<[string, object]>([
  [
    "texts and bytes of any content",
    operationDocument({
      requestBody: as("application/octet-stream", { type: "string", format: "binary" }),
      responses: {
        "200": {
          description: "d",
          headers: { "X-Text": { schema: { type: "string" } }, "Content-Type": { schema: thing } },
          ...as("text/plain", { type: "string" }),
        },
      },
    }),
  ],
  [
    "JSON, ranges that cover it, and parameters that are JSON",
    operationDocument({
      parameters: [{ name: "p", in: "query", ...as("application/json", thing) }],
      requestBody: as("application/*", thing),
      ...answered("*/*", thing),
    }),
  ],
])("nothing of %s is listed", async (_, document) => {
  expect((await generateWebhooks(document)).warnings).toEqual([]);
});

/** A document of events whose messages have headers; `protocol`: those of a receiver. */
function eventsWith(headers: object, protocol?: object): object {
  const payload = { type: "object", properties: { kind: { type: "string" } } };
  const message = { name: "m", headers: { $ref: "#/components/schemas/Headers" }, payload };
  return {
    asyncapi: "3.0.0",
    info,
    channels: { c: { address: "c", messages: { m: message, n: { ...message, name: "n" } } } },
    components: { schemas: { Headers: headers, Id: { type: "string" } } },
    ...(protocol && { "x-webhook-protocol": protocol }),
  };
}

const protocol = {
  headers: { eventId: "X-Id", eventType: "X-Type", signature: "X-Signature" },
  signature: { algorithm: "hmac-sha256", content: ["body"], separator: "", prefix: "", encoding: "hex" },
  event: {},
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};
const header = (name: string, schema: object, more: object = {}) => ({
  type: "object",
  properties: { [name]: schema },
  ...more,
});

async function eventWarnings(document: object): Promise<readonly string[]> {
  const contracts = await readContracts([await contractFolder({ "t.asyncapi.json": document })]);
  const templates = await readTemplates(undefined);
  const { warnings } = await generateOutputs(contracts, { templates, only: ["validators"] });
  return warnings.filter(({ code }) => code === "schema-unchecked").map(({ message }) => message);
}

test.each<[string, object, object | undefined, string]>([
  [
    "a required one",
    { type: "object", required: ["X-Region"] },
    undefined,
    "the headers of `m`, since no generated code gets",
  ],
  [
    "a number",
    header("X-Count", { type: "integer" }),
    undefined,
    "the headers of `m`, since no generated code gets",
  ],
  [
    "several schemas",
    { allOf: [header("X-Count", { type: "integer" })] },
    undefined,
    "the headers of `m`, since",
  ],
  [
    "one that the protocol doesn't know",
    header("X-Region", { enum: ["eu"] }),
    protocol,
    "the header `X-Region` of `m`, since a receiver",
  ],
  [
    "one that is required",
    header("X-Region", {}, { required: ["X-Region"] }),
    protocol,
    "the header `X-Region` of `m`, since",
  ],
  [
    "one that is only required",
    { type: "object", required: ["X-Region"] },
    protocol,
    "the header `X-Region` of `m`, since",
  ],
  [
    "behind allOf",
    { allOf: [header("X-Region", { maxLength: 2 })] },
    protocol,
    "the header `X-Region` of `m`, since",
  ],
  [
    "an id with a pattern",
    header("x-id", { type: "string", pattern: "^e" }),
    protocol,
    "the header `x-id` of `m`, since",
  ],
])("headers of messages are listed once: %s", async (_, headers, delivered, expected) => {
  const found = await eventWarnings(eventsWith(headers, delivered));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^1 schema isn't checked by generated validators: line \d+: /);
  expect(found[0]).toContain(expected);
});

test.each<[string, object, object | undefined]>([
  ["texts", header("X-Region", { type: "string" }), undefined],
  [
    "what the protocol checks",
    header("X-Signature", { pattern: "^[0-9a-f]{64}$" }, { required: ["X-Signature"] }),
    protocol,
  ],
  ["an id that isn't empty", header("X-Id", { $ref: "#/components/schemas/Id", minLength: 1 }), protocol],
])("headers of messages that nothing has to check aren't listed: %s", async (_, headers, delivered) => {
  expect(await eventWarnings(eventsWith(headers, delivered))).toEqual([]);
});

test("the command line prints the warning once, and with --strict writes nothing", async () => {
  const document = operationDocument({ requestBody: as("multipart/form-data", thing) });
  const folder = await contractFolder({ "contracts/t.openapi.json": document });
  const { exitCode, out, err } = await runCommand(folder, "generate");
  expect(exitCode).toBe(0);
  expect((out + err).match(/schema-unchecked/g)).toHaveLength(1);
  const strict = await runCommand(folder, "generate", "--strict", "--no-cache", "--out", "other");
  expect(strict.exitCode).toBe(1);
  expect(strict.err).toContain("nothing was written");
});
