import { describe, expect, test } from "vitest";
import {
  type AnyAnswer,
  type BinaryBody,
  createHttpClient,
  HttpStatusError,
  type OperationDescriptor,
  unwrap,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const getThing = {
  id: "getThing",
  method: "GET",
  path: "/things/{id}",
  responses: { 200: ["application/json"], 204: [], 404: ["application/problem+json"], "5XX": ["text/plain"] },
} as const satisfies OperationDescriptor;

/** The answer that `getThing` returns for this response. */
function answerTo(response: Response, operation: OperationDescriptor = getThing): Promise<AnyAnswer> {
  return clientWith({ retry: false }, () => response).client.call<AnyAnswer>(operation, { id: "1" });
}

const respond = (status: number, contentType: string | undefined, body: string | null) =>
  new Response(body === null ? null : new TextEncoder().encode(body), {
    status,
    headers: contentType === undefined ? {} : { "content-type": contentType },
  });

describe("an answer from a server", () => {
  test("carries status, headers, parsed body and the raw response", async () => {
    await using server = await startServer((_, response) => {
      response.setHeader("x-request-id", "r1");
      sendJson(response, 200, { id: "1" });
    });
    const client = createHttpClient({ baseUrl: `${server.origin}/v1/` });
    const answer = await client.call<AnyAnswer>(getThing, { id: "a/b" });
    expect(answer).toMatchObject({ ok: true, status: 200, body: { id: "1" } });
    expect(answer.headers.get("x-request-id")).toBe("r1");
    expect(answer.response).toBeInstanceOf(Response);
    expect(server.received[0]).toMatchObject({ method: "GET", url: "/v1/things/a%2Fb" });
    expect(server.received[0]?.headers.accept).toBe("application/json, application/problem+json, text/plain");
  });
});

describe("bodies by content type", () => {
  test.each([
    [200, "application/json; charset=utf-8", '{"a":1}', true, { a: 1 }],
    [200, "application/vnd.x+json", "\ufeff[]", true, []],
    [404, "application/problem+json", '{"title":"t"}', false, { title: "t" }],
    [503, "text/plain", "later", false, "later"],
    [418, "text/html", "<p>", false, "<p>"],
    [418, "application/json", "", false, undefined],
    [418, undefined, null, false, undefined],
    // A documented failure whose body isn't as documented: a gateway's, for example.
    [404, undefined, null, false, undefined],
    [404, "application/problem+json", "", false, undefined],
    [404, "application/problem+json", "{", false, "{"],
    [404, "text/html; charset=x", "<p>", false, "<p>"],
    [404, undefined, "gone", false, "gone"],
    [404, "application/octet-stream", "gone", false, "gone"],
    [500, "application/json", "{}", false, "{}"],
    [418, "application/json", "{", false, "{"],
    [418, undefined, "gone", false, "gone"],
  ])("%i %s %j", async (status, contentType, body, ok, parsed) => {
    expect(await answerTo(respond(status, contentType, body))).toMatchObject({ ok, status, body: parsed });
  });

  test.each([
    [{ ...getThing, method: "HEAD" }, respond(200, "application/json", null)],
    [getThing, respond(204, undefined, null)],
    [getThing, respond(304, "application/json", null)],
    [{ ...getThing, responses: { 200: [] } }, respond(200, "text/plain", "unasked")],
  ])("the body is undefined if none is expected", async (operation, response) => {
    expect((await answerTo(response, operation)).body).toBeUndefined();
  });

  test.each(["arrayBuffer", "blob", "stream"] as const)(
    "any other media type is read as %s",
    async (form) => {
      const operation = { ...getThing, responses: { 200: ["application/pdf"] } };
      const body = (await answerTo(respond(200, "application/pdf", "%PDF"), operation)).body as BinaryBody;
      expect(body.contentType).toBe("application/pdf");
      expect(await new Response(await body[form]()).text()).toBe("%PDF");
    },
  );

  test.each([
    ["text/plain; charset=iso-8859-1", [0xe9], "é"],
    ['text/plain; x=y; Charset="UTF-16LE"', [0xac, 0x20], "€"],
    ["text/plain; charset=unheard-of", [0xc3, 0xa9], "é"],
    ["text/plain", [0xc3, 0xa9], "é"],
  ])("a text is read in its charset: %s", async (type, bytes, text) => {
    const response = new Response(new Uint8Array(bytes), { status: 503, headers: { "content-type": type } });
    expect((await answerTo(response)).body).toBe(text);
  });

  test.each(["{", "", "<html>secret-token</html>"])(
    "the malformed JSON %j is reported without being quoted",
    async (text) => {
      const error = await answerTo(respond(200, "application/json", text)).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "malformed-body", status: 200, operation: "getThing" });
      expect(String(error.stack) + String(error.cause)).not.toContain("secret-token");
    },
  );

  test.each([
    [200, "text/html", "text/html"],
    [200, undefined, ""],
  ])("a documented %i with the undocumented type %s is refused", async (status, contentType, named) => {
    await expect(answerTo(respond(status, contentType, "{}"))).rejects.toMatchObject({
      code: "content-type",
      status,
      contentType: named,
    });
  });
});

describe("ok", () => {
  test.each([
    [{ 200: ["text/plain"] }, 200, true],
    [{ 200: ["text/plain"] }, 202, false],
    [{ "2XX": ["text/plain"] }, 226, true],
    [{ 200: ["text/plain"], default: ["text/plain"] }, 201, false],
    [{ default: ["text/plain"] }, 201, true],
    [{ default: ["text/plain"] }, 404, false],
    [{ 404: ["text/plain"] }, 200, true],
    [undefined, 200, true],
    [{ 302: ["text/plain"] }, 302, false],
  ])("with the responses %o, the status %i sets `ok` to %s", async (responses, status, ok) => {
    const operation: OperationDescriptor = {
      id: "x",
      method: "GET",
      path: "/{id}",
      ...(responses === undefined ? {} : { responses }),
    };
    expect((await answerTo(respond(status, "text/plain", "x"), operation)).ok).toBe(ok);
  });
});

describe("unwrap", () => {
  test("returns the success body", async () => {
    expect(unwrap(await answerTo(respond(200, "application/json", "[1]")))).toEqual([1]);
  });

  test("throws an error that has the answer but doesn't print it", async () => {
    const answer = await answerTo(respond(404, "application/problem+json", '{"detail":"secret-token"}'));
    let error: unknown;
    try {
      unwrap(answer);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ code: "http-status", status: 404 });
    expect((error as HttpStatusError).answer).toBe(answer);
    expect(JSON.stringify(error)).not.toContain("secret-token");
  });
});
