import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { exchangeBody, loadText, mockRequest, outcome, pets } from "../../support/commands/mock/pets.js";

const options = { seed: "1", dynamic: false, strict: false };
const mock = createMock(await loadText(pets), options);
const strict = createMock(await loadText(pets), { ...options, strict: true });
const key = { api_key: "k" };
const form = { ...key, "content-type": "application/x-www-form-urlencoded" };
const boundary = { ...key, "content-type": "multipart/form-data; boundary=x" };
const part = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

describe("a request", () => {
  it.each<[string, Record<string, string>, string | object, readonly unknown[]]>([
    ["GET /pets", {}, "", [200]],
    ["GET /v2/pets", {}, "", [200]],
    ["GET http://elsewhere.example/v2/pets", {}, "", [200]],
    ["GET /v3/pets", {}, "", [404, "path   path-unknown"]],
    ["GET /pets/", {}, "", [404, "path   path-unknown"]],
    ["GET /pets/../../etc/passwd", {}, "", [404, "path   path-unknown"]],
    ["GET /__proto__", {}, "", [404, "path   path-unknown"]],
    ["PUT /pets", {}, "", [405, "path   method-unknown"]],
    ["HEAD /pets", {}, "", [200]],
    ["OPTIONS /pets", {}, "", [204]],
    // Parameters.
    ["GET /pets?limit=5&tags=a,b&filter[age]=3", {}, "", [200]],
    ["GET /pets?limit=500", {}, "", [422, "query limit  maximum"]],
    ["GET /pets?limit=five", {}, "", [422, "query limit  type"]],
    ["GET /pets?limit=1&limit=2", {}, "", [422, "query limit  type"]],
    ["GET /pets?tags=a%2Cb", {}, "", [422, "query tags /0 enum"]],
    ["GET /pets?tags=a,c", {}, "", [422, "query tags /1 enum"]],
    ["GET /pets?filter[age]=x", {}, "", [422, "query filter /age type"]],
    ["GET /pets?filter[__proto__]=x", {}, "", [200]],
    ["GET /pets?limit=%ff", {}, "", [400, "query limit  percent-encoding"]],
    ["GET /pets?%ff=1", {}, "", [400, "query   percent-encoding"]],
    ["GET /pets", { "x-trace": "1, 2" }, "", [200]],
    ["GET /pets", { "x-trace": "1, b" }, "", [422, "header X-Trace /1 type"]],
    ["GET /pets", { cookie: "a=b; session=1" }, "", [422, "cookie session  format"]],
    ["GET /pets/1", {}, "", [200]],
    ["GET /pets/one", {}, "", [422, "path id  type"]],
    ["GET /pets/%zz", {}, "", [400, "path id  percent-encoding"]],
    // Credentials.
    ["POST /pets", {}, { name: "Tom" }, [401, "security   credentials-missing"]],
    ["POST /pets", { authorization: "Bearer x" }, { name: "Tom" }, [401, "security   credentials-missing"]],
    ["POST /pets", { authorization: "Basic eA==" }, { name: "Tom" }, [401, "security   credentials-missing"]],
    ["POST /pets", { authorization: "basic YTpi" }, { name: "Tom" }, [201]],
    // Bodies. The required `id` is readOnly.
    ["POST /pets", key, { name: "Tom" }, [201]],
    ["POST /pets", key, "", [400, "body   required"]],
    ["POST /pets", key, {}, [400, "body   required"]],
    [
      "POST /pets",
      key,
      { name: "", parent: { name: 1 } },
      [400, "body  /name min-length", "body  /parent/name type"],
    ],
    ["POST /pets", { ...key, "content-type": "application/json" }, '{"name', [400, "body   json-syntax"]],
    [
      "POST /pets",
      { ...key, "content-type": "application/json" },
      "[".repeat(50_000) + "]".repeat(50_000),
      [400, "body   type"],
    ],
    [
      "POST /pets",
      { ...key, "content-type": "reader/text/xml" },
      "<a/>",
      [415, "header   media-type-unsupported"],
    ],
    [
      "POST /pets",
      { ...key, "content-type": "application/json; charset=utf-16" },
      "{}",
      [415, "header   media-type-unsupported"],
    ],
    [
      "POST /pets",
      { ...key, "content-encoding": "lzma" },
      { name: "Tom" },
      [415, "header   content-encoding"],
    ],
    ["POST /pets", { ...key, "content-encoding": "gzip" }, { name: "Tom" }, [400, "body   content-encoding"]],
    ["POST /pets", form, "name=Tom&tags=a&tags=b", [201]],
    ["POST /pets", form, "name=Tom&parent[name]=Ann", [201]],
    [
      "POST /pets",
      form,
      "name=Tom&parent[tags]=Ann",
      [400, "body  /parent required", "body  /parent/tags type"],
    ],
    ["POST /pets", form, "name=%E0%A4%A", [400, "body   form-syntax"]],
    ["POST /pets", form, "status=gone&name=a", [400, "body  /status enum"]],
    ["POST /pets", boundary, `${part("name", "Tom")}${part("tags", "a")}--x--\r\n`, [201]],
    [
      "POST /pets",
      boundary,
      `${part("status", "no")}--x--\r\n`,
      [400, "body   required", "body  /status enum"],
    ],
    ["POST /pets", boundary, "nonsense", [400, "body   form-syntax"]],
  ])("%s %j %j", async (line, headers, body, expected) => {
    const exchange = await mock.answer(mockRequest(line, headers, body));
    expect(outcome(exchange).map(String).sort()).toEqual(expected.map(String).sort());
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
  ])("is decoded from %s", async (coding, compress) => {
    const asked = (value: object) => ({
      ...mockRequest("POST /pets", {
        ...key,
        "content-type": "application/json",
        "content-encoding": coding,
      }),
      body: new Uint8Array(compress(JSON.stringify(value))),
    });
    expect(outcome(await mock.answer(asked({ name: "Tom" })))).toEqual([201]);
    expect(outcome(await mock.answer(asked({ name: 1 })))).toEqual([400, "body  /name type"]);
    const small = createMock(await loadText(pets), { ...options, maxBodyBytes: 100 });
    expect(outcome(await small.answer(asked({ name: "x".repeat(1_000) })))).toEqual([
      201,
      "body   body-unchecked",
    ]);
  });

  it.each([
    ["DELETE /pets/1", 204],
    ["GET /pets", 200],
  ])("with a body that isn't declared, %s, is told so, and refused in strict mode", async (line, status) => {
    expect(outcome(await mock.answer(mockRequest(line, {}, {})))).toEqual([status, "body   body-undeclared"]);
    expect(outcome(await strict.answer(mockRequest(line, {}, {})))).toEqual([422, "body   body-undeclared"]);
  });

  it("in strict mode has no unknown fields and query parameters", async () => {
    expect(outcome(await strict.answer(mockRequest("GET /pets?limt=1")))).toEqual([
      422,
      "query limt  unknown-parameter",
    ]);
    const body = '{"name":"Tom","__proto__":{"x":1}}';
    const headers = { ...key, "content-type": "application/json" };
    expect(outcome(await strict.answer(mockRequest("POST /pets", headers, body)))).toEqual([
      400,
      "body   unknown-property",
    ]);
  });

  it("that is refused gets a problem document with place, message, remedy and the place in the contract", async () => {
    const exchange = await mock.answer(mockRequest("GET /pets?limit=500"));
    expect(exchange.answer.headers).toContainEqual(["content-type", "application/problem+json"]);
    expect(exchangeBody(exchange)).toEqual({
      type: "about:blank",
      title: "Unprocessable Content",
      status: 422,
      code: "request-invalid",
      detail: "the query parameter `limit` is greater than 100",
      findings: [
        {
          in: "query",
          name: "limit",
          code: "maximum",
          pointer: "",
          message: "the query parameter `limit` is greater than 100",
          help: "Fix the request, or the contract if the request is right.",
          schemaPointer: "api.yaml#/paths/~1pets/get/parameters/0/schema/maximum",
        },
      ],
    });
  });

  it.each([
    ["GET /petz", "", "the contract has no path `/petz`; did you mean `/pets` or `/v2/pets`?", []],
    [
      "PUT /pets",
      "",
      "the contract has no PUT for this path; it has GET, POST",
      ["allow", "GET, POST, HEAD, OPTIONS"],
    ],
    [
      "POST /pets",
      "",
      "the operation needs `key` or `login`: `key` is header `api_key`; `login` is `Authorization: Basic …`",
      ["www-authenticate", 'Basic realm="mock"'],
    ],
  ])("%s learns what would be right", async (line, body, detail, header) => {
    const exchange = await mock.answer(mockRequest(line, {}, body));
    expect(exchangeBody(exchange).detail).toBe(detail);
    if (header.length > 0) expect(exchange.answer.headers).toContainEqual(header);
  });
});
