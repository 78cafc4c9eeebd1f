import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const json = (schema: object) => ({ description: "d", content: { "application/json": { schema } } });
const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const text = { type: "string" };

const document = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/things/{id}:cancel": {
      post: {
        operationId: "cancelThing",
        parameters: [
          { name: "id", in: "path", required: true, schema: text },
          { name: "id", in: "query", schema: { type: "integer" } },
          { name: "tag", in: "query", required: true, schema: { type: "array", items: text } },
          { name: "Idempotency-Key", in: "header", required: true, schema: text },
          { name: "X-Trace", in: "header", schema: text },
          { name: "Authorization", in: "header", required: true, schema: text },
        ],
        requestBody: { content: { "application/json": { schema: object({ reason: text }, ["reason"]) } } },
        responses: {
          200: json(object({ id: text }, ["id"])),
          202: { description: "none" },
          404: json(object({ missing: text }, ["missing"])),
          "4XX": json(object({ problem: text }, ["problem"])),
        },
      },
    },
    "/things": {
      get: {
        operationId: "listThings",
        responses: {
          "2XX": json({ type: "array", items: text }),
          default: json(object({ error: text }, ["error"])),
        },
      },
      post: {
        operationId: "uploadThing",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": { schema: object({ name: text }, ["name"]) },
            "multipart/form-data": {
              schema: object({ file: { type: "string", format: "binary" } }, ["file"]),
            },
          },
        },
        responses: {
          200: {
            description: "d",
            content: { "application/pdf": { schema: text }, "text/csv": { schema: text } },
          },
        },
      },
      delete: {
        operationId: "anything",
        responses: { default: { description: "d", content: { "application/json": { schema: {} } } } },
      },
    },
  },
};

const prelude = `
import { type HttpClient, type OperationRequest, type OperationAnswer, type OperationDescriptor, type CallOptions, type BinaryBody, unwrap } from "@oipkit/runtime/http";
import type { operations } from "./types.js";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare const client: HttpClient;
const cancel = {
  id: "cancelThing", method: "POST", path: "/things/{id}:cancel",
  parameters: {
    query: { id: { key: "queryId" }, tag: { required: true } },
    header: { "Idempotency-Key": { key: "idempotencyKey", required: true, idempotencyKey: true }, "X-Trace": { key: "xTrace" } },
  },
  body: { contentTypes: ["application/json"] },
} as const satisfies OperationDescriptor;
interface CancelRequest extends OperationRequest<operations["cancelThing"], typeof cancel> {}
const upload = { id: "uploadThing", method: "POST", path: "/things", body: { required: true, contentTypes: ["application/x-www-form-urlencoded", "multipart/form-data"] } } as const satisfies OperationDescriptor;
type UploadRequest = OperationRequest<operations["uploadThing"], typeof upload>;
const list = { id: "listThings", method: "GET", path: "/things" } as const satisfies OperationDescriptor;
interface ListRequest extends OperationRequest<operations["listThings"], typeof list> {}
declare const cancelled: OperationAnswer<operations["cancelThing"]>;
declare const listed: OperationAnswer<operations["listThings"]>;
declare const uploaded: OperationAnswer<operations["uploadThing"]>;
declare const anything: OperationAnswer<operations["anything"]>;
declare const maybe: string | undefined;
`;

const holds: Record<string, string> = {
  "all members": `({ id: "a", queryId: 1, tag: ["t"], idempotencyKey: "k", xTrace: "x", body: { reason: "r" } }) satisfies CancelRequest`,
  "required members only": `({ id: "a", tag: [] }) satisfies CancelRequest`,
  "an optional member may be undefined": `({ id: "a", tag: [], xTrace: maybe }) satisfies CancelRequest`,
  "an empty request": `({}) satisfies ListRequest`,
  "the first media type by default": `({ body: { name: "n" } }) satisfies UploadRequest`,
  "another media type by name": `({ contentType: "multipart/form-data", body: { file: new Blob() } }) satisfies UploadRequest`,
  "a form built by hand": `({ contentType: "multipart/form-data", body: new FormData() }) satisfies UploadRequest`,
  "ok narrows to documented successes": `if (cancelled.ok) true satisfies Same<typeof cancelled.body, { id: string } | undefined>`,
  "ok narrows statuses": `if (cancelled.ok) true satisfies Same<typeof cancelled.status, 200 | 202>`,
  "an exact status beats its range": `if (cancelled.status === 404) true satisfies Same<typeof cancelled.body, { missing: string } | string | undefined>`,
  "a range covers the rest of its class": `if (cancelled.status === 499) true satisfies Same<typeof cancelled.body, { problem: string } | string | undefined>`,
  "an undocumented status is unknown": `if (cancelled.status === 503) true satisfies Same<typeof cancelled.body, unknown>`,
  "an undocumented 2xx isn't ok": `if (cancelled.status === 201) true satisfies Same<typeof cancelled.ok, false>`,
  "2XX is every success": `if (listed.ok) true satisfies Same<typeof listed.body, string[]>`,
  "default is every failure": `if (!listed.ok) true satisfies Same<typeof listed.body, { error: string } | string | undefined>`,
  "text is a string and the rest is binary": `if (uploaded.ok) true satisfies Same<typeof uploaded.body, string | BinaryBody>`,
  "default alone has both": `true satisfies Same<typeof anything.ok, boolean>; true satisfies Same<typeof anything.body, unknown>`,
  "unwrap gives the success body": `true satisfies Same<ReturnType<typeof unwrap<typeof listed>>, string[]>`,
  "a call needs no type argument": `(r: CancelRequest, o?: CallOptions): Promise<OperationAnswer<operations["cancelThing"]>> => client.call(cancel, r, o)`,
};

const refused: Record<string, string> = {
  "a missing path parameter": `({ tag: [] }) satisfies CancelRequest`,
  "a missing query parameter": `({ id: "a" }) satisfies CancelRequest`,
  "an unknown member": `({ id: "a", tag: [], other: 1 }) satisfies CancelRequest`,
  "a header that isn't listed": `({ id: "a", tag: [], Authorization: "x" }) satisfies CancelRequest`,
  "a parameter of the wrong type": `({ id: "a", tag: [], queryId: "1" }) satisfies CancelRequest`,
  "a body of the wrong type": `({ id: "a", tag: [], body: {} }) satisfies CancelRequest`,
  "a member where there is none": `({ page: 1 }) satisfies ListRequest`,
  "a missing body": `({}) satisfies UploadRequest`,
  "a body of another media type": `({ contentType: "multipart/form-data", body: { name: "n" } }) satisfies UploadRequest`,
  "a body before ok is known": `cancelled.body.id`,
  "a status that no server sends": `cancelled.status === 99`,
};

describe("types from openapi-typescript", () => {
  const cases = [...Object.entries(holds), ...Object.entries(refused)];
  const failing = new Set<string>();
  let folder = "";

  beforeAll(async () => {
    const root = fileURLToPath(new URL("../../../", import.meta.url));
    folder = await mkdtemp(join(tmpdir(), "oipkit-types-"));
    const types = astToString(await openapiTS(document as unknown as OpenAPI3));
    await writeFile(join(folder, "types.ts"), types);
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    const lines = prelude.split("\n").length;
    await writeFile(
      join(folder, "cases.ts"),
      `${prelude}\n${cases.map(([, code]) => `{ ${code} };`).join("\n")}`,
    );
    const program = ts.createProgram([join(folder, "cases.ts")], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [],
      paths: { "@oipkit/runtime/http": [join(root, "runtime/http/index.ts")] },
    });
    for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) - lines;
      const name = file?.fileName.endsWith("cases.ts") ? cases[line]?.[0] : undefined;
      if (name === undefined)
        throw new Error(`${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
      failing.add(name);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(Object.keys(holds))("%s", (name) => {
    expect([...failing]).not.toContain(name);
  });
  test.each(Object.keys(refused))("%s is an error", (name) => {
    expect([...failing]).toContain(name);
  });
});
