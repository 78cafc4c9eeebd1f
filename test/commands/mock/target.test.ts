import type { RequestListener } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMock, type MockRequest } from "../../../commands/mock/index.js";
import { readTarget } from "../../../commands/mock/request/target.js";
import { afterThisTest } from "../../support/clean-up.js";
import { loadText } from "../../support/commands/mock/pets.js";
import { proxiedListener, throughProxy } from "../../support/commands/mock/proxied.js";

const request = (target: string, method = "GET"): MockRequest => ({
  method,
  target,
  headers: {},
  body: new Uint8Array(),
});

describe("the target of a request", () => {
  it.each([
    ["/a", "/a", ""],
    ["", "/", ""],
    ["/a/./b/../c?x=%2e", "/a/c", "x=%2E"],
    ["/a/%2e%2E/b", "/b", ""],
    ["/../../a/..", "/", ""],
    ["/%6dine/%7e%2f", "/mine/~%2F", ""],
    ["/caf\u00c3\u00a9?q='\"<>", "/caf%C3%A9", "q=%27%22%3C%3E"],
    ["/caf\u00e9", "/caf%E9", ""],
    ["/例", "/%E4%BE%8B", ""],
    ["/a\\b|c", "/a%5Cb%7Cc", ""],
    ["/100%/x%zz", "/100%/x%zz", ""],
    ["//a//b", "//a//b", ""],
    ["http://host/a?b#c", "/a", "b"],
    ["/a:b@c!$&'()*+,;=", "/a:b@c!$&'()*+,;=", ""],
  ])("is read by RFC 3986: %s", (target, path, query) => {
    expect(readTarget(target)).toEqual({ path, query });
  });

  it.each(["*", "a", "host:443", "/a/..%2fb", "/%2e%2e%5cb", "/a%2F.%2Fb", "/..%2F..%2Fetc"])(
    "is refused if it names no path for sure: %s",
    (target) => {
      expect(readTarget(target)).toBeUndefined();
    },
  );
});

const contract = `
  openapi: 3.1.0
  info: { title: T, version: "1" }
  paths:
    /café: { get: { operationId: cafe, responses: { "204": { description: d } } } }
    "/a > | 5 % b%2Fc": { get: { operationId: odd, responses: { "204": { description: d } } } }
    "/orders/{id}:cancel": { get: { operationId: cancelOrder, responses: { "204": { description: d } } } }
    /orders/{id}: { post: { responses: { "204": { description: d } } } }
    "/items/{id}:cancel": { get: { operationId: cancel, responses: { "204": { description: d } } } }
    /pets%7Elist: { get: { operationId: pets, responses: { "204": { description: d } } } }
    /items/mine: { get: { operationId: mine, responses: { "204": { description: d } } } }
    /items/{id}: { get: { operationId: item, parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 3 } }], responses: { "204": { description: d } } } }
`;

describe("a mock server", () => {
  it.each([
    ["/caf%c3%a9", "cafe"],
    ["/caf\u00c3\u00a9", "cafe"],
    ["/pets~list", "pets"],
    ["/pets%7elist", "pets"],
    ["/items/%6dine", "mine"],
    ["/items/a%2Fb", "item"],
    ["/a%20%3E%20%7c%205%20%25%20b%2fc", "odd"],
    ["/items/abc:cancel", "cancel"],
    ["/orders/abc%3acancel", "cancelOrder"],
    // The id is `abc:cancel`.
    ["/items/a%3Ac", "item"],
    ["/items/a%2Fc:cancel", "cancel"],
    ["/x/../items/abc", "item"],
  ])("routes %s to %s", async (target, id) => {
    const mock = createMock(await loadText(contract), { seed: "s", dynamic: false, strict: false });
    const { operation, answer } = await mock.answer(request(target));
    expect([operation, answer.status]).toEqual([id, 204]);
  });

  it("answers 400 to a target that leads up behind encoded slashes", async () => {
    const mock = createMock(await loadText(contract), { seed: "s", dynamic: false, strict: false });
    const { answer, findings } = await mock.answer(request("/items/..%2f..%2fadmin"));
    expect([answer.status, findings[0]?.code]).toEqual([400, "target-invalid"]);
  });
});

describe("a proxy", () => {
  it("forwards what it checked, byte for byte, below the base path", async () => {
    const received: string[] = [];
    const listener: RequestListener = ({ url = "" }, response) => {
      received.push(url);
      response.writeHead(204).end();
    };
    const proxied = await proxiedListener(await loadText(contract), listener, { basePath: "/base" });
    afterThisTest(proxied.close);
    const piece = fc.constantFrom(
      ..."ab/.?%~'\"<>{}|^`\\;@:+&=".split(""),
      "..",
      "/../",
      "%2e",
      "%2F",
      "%5c",
      "%6d",
      "%c3%a9",
      "%zz",
      "items/",
    );
    // Node's own server takes no other bytes in a target.
    const targets = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`);
    await fc.assert(
      fc.asyncProperty(targets, async (target) => {
        received.length = 0;
        const { answer } = await throughProxy(proxied, request(target));
        const read = readTarget(target);
        if (read === undefined) {
          expect([answer.status, received]).toEqual([400, []]);
          return;
        }
        const search = read.query === "" ? "" : `?${read.query}`;
        expect([answer.status, received]).toEqual([204, [`/base${read.path}${search}`]]);
      }),
      { seed: 2026, numRuns: 400 },
    );
  });
});
