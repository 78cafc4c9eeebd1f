import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createAccessSnapshot, createClient } from "../../../generated/platform/client.js";
import { validation } from "../../../generated/platform/validation.js";
import {
  type AnyAnswer,
  ContractViolationError,
  createValidation,
  type OperationDescriptor,
  writeJsonBody,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const request = { id: "app_example", event_id: "evt_1", body: {} };

describe("validation by generated validators", () => {
  const broken = { product_access_allowed: "secret-token" };

  test("refuses an answer that violates the contract, and only with validation", async () => {
    await using server = await startServer((_, response) => sendJson(response, 200, broken));
    const without = createClient({ baseUrl: server.origin });
    expect(await without.access.createSnapshot(request)).toMatchObject({ ok: true, body: broken });

    const { client } = createClient({ baseUrl: server.origin, validation });
    const error: unknown = await createAccessSnapshot(client, request).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ContractViolationError);
    expect(error).toMatchObject({
      code: "contract-violation",
      operation: "createAccessSnapshot",
      direction: "answer",
      part: "body",
    });
    expect((error as ContractViolationError).violations).toContainEqual(
      expect.objectContaining({ code: "type", pointer: "/product_access_allowed" }),
    );
    expect(inspect(error, { showHidden: true }) + JSON.stringify(error)).not.toContain("secret-token");
  });

  test("accepts a valid answer, and one with an undocumented status", async () => {
    const statuses = [200, 403];
    await using server = await startServer((_, response) =>
      sendJson(response, statuses.shift() ?? 500, { product_access_allowed: true }),
    );
    const { access } = createClient({ baseUrl: server.origin, validation });
    expect(await access.createSnapshot(request)).toMatchObject({ status: 200 });
    expect(await access.createSnapshot(request)).toMatchObject({ status: 403 });
  });

  test("returns a failure whose body is a gateway's, also if any media type is documented", async () => {
    const json = "application/json";
    const operation: OperationDescriptor = {
      id: "read",
      method: "GET",
      path: "/",
      responses: { 200: [json], default: ["*/*"] },
    };
    const refused = () => [{ code: "type", pointer: "", message: "must be an object" }];
    const checks = createValidation({ read: { answers: { default: { "*/*": refused } } } });
    for (const [type, text] of [
      ["text/html", "<p>"],
      [json, "{"],
      [json, ""],
      [undefined, ""],
    ] as const) {
      const headers = { "retry-after": "9", ...(type !== undefined && { "content-type": type }) };
      const bytes = new TextEncoder().encode(text);
      const respond = () => new Response(bytes, { status: 429, headers });
      const { client } = clientWith({ retry: false, validation: checks }, respond);
      const answer = await client.call<AnyAnswer>(operation);
      expect(answer).toMatchObject({ ok: false, status: 429, body: text === "" ? undefined : text });
      expect(answer.headers.get("retry-after")).toBe("9");
    }
    const { client } = clientWith({ retry: false, validation: checks }, () =>
      Response.json([], { status: 429 }),
    );
    await expect(client.call(operation)).rejects.toMatchObject({ code: "contract-violation" });
  });

  test.each([
    ["body", { ...request, body: { surplus: 1 } }],
    ["idempotencyKey", { ...request, idempotencyKey: "" }],
  ])("refuses a request with an invalid `%s` before anything is sent", async (part, wrong) => {
    await using server = await startServer((_, response) => sendJson(response, 200, {}));
    const { client } = createClient({ baseUrl: server.origin, validation });
    const call = createAccessSnapshot(client, wrong as typeof request);
    await expect(call).rejects.toMatchObject({ code: "contract-violation", direction: "request", part });
    expect(server.received).toEqual([]);
  });

  test("checks only one direction if only that is given", async () => {
    await using server = await startServer((_, response) => sendJson(response, 200, broken));
    const { access } = createClient({ baseUrl: server.origin, validation: { request: validation.request } });
    expect(await access.createSnapshot(request)).toMatchObject({ ok: true });
  });
});

describe("createValidation", () => {
  const wrong = [{ code: "wrong", pointer: "", message: "is wrong" }];
  const operation: OperationDescriptor = {
    id: "write",
    method: "POST",
    path: "/",
    body: { contentTypes: ["application/json"] },
    responses: { 200: ["application/json", "text/plain"], default: ["application/json"] },
    writers: { body: writeJsonBody },
  };
  const respond = (status: number, type: string) => () =>
    new Response("1", { status, headers: { "content-type": type } });

  test("checks the value that a body's JSON represents", async () => {
    const seen: unknown[] = [];
    const checked = createValidation({
      write: {
        body: {
          "application/json": (value) => {
            seen.push(value);
            return [];
          },
        },
      },
    });
    const { client } = clientWith({ validation: checked }, respond(200, "application/json"));
    await client.call(operation, { body: { at: new Date(0), gone: undefined } });
    expect(seen).toEqual([{ at: "1970-01-01T00:00:00.000Z" }]);
  });

  test.each([
    [200, "application/json", "contract-violation"],
    [200, "application/problem+json; charset=utf-8", "contract-violation"],
    [200, "text/plain", undefined],
    [404, "application/json", undefined],
  ])("selects the validator of an answer by status and media type: %i %s", async (status, type, code) => {
    const checked = createValidation({ write: { answers: { 200: { "application/json": () => wrong } } } });
    const { client } = clientWith({ validation: checked }, respond(status, type));
    // Text must be asked for, since there is JSON, too.
    const options = type === "text/plain" ? { accept: type } : {};
    const call = client.call<AnyAnswer>(operation, {}, options);
    const outcome: unknown = await call.catch((thrown: unknown) => thrown);
    expect((outcome as { code?: string }).code).toBe(code);
  });

  test.each([
    ["application/json", "application/*"],
    ["application/vnd.x+json", "+json"],
    ["text/plain", "*/*"],
    ["application/xml", "application/*"],
    ["application/octet-stream", undefined],
  ])("checks %s by the narrowest range that covers it", async (type, range) => {
    const asked: string[] = [];
    const by = (name: string) => () => {
      asked.push(name);
      return wrong;
    };
    const answers = {
      200: { "*/*": by("*/*"), "application/*": by("application/*"), "application/*+json": by("+json") },
    };
    const validation = createValidation({ write: { answers } });
    const ranges = { ...operation, responses: { 200: ["*/*", "application/*"] } };
    const { client } = clientWith({ validation }, respond(200, type));
    const outcome: unknown = await client.call<AnyAnswer>(ranges).catch((thrown: unknown) => thrown);
    expect(asked).toEqual(range === undefined ? [] : [range]);
    expect((outcome as { code?: string }).code).toBe(range === undefined ? undefined : "contract-violation");
  });

  test("accepts operations without a validator", async () => {
    const { client } = clientWith({ validation: createValidation({}) }, respond(200, "application/json"));
    expect(await client.call<AnyAnswer>({ ...operation, id: "constructor" })).toMatchObject({ ok: true });
  });
});
