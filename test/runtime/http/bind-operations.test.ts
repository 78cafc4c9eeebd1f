import { describe, expect, expectTypeOf, test } from "vitest";
import {
  bindOperations,
  type CallOptions,
  type HttpClient,
  type PendingAnswer,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

const getThing = (client: HttpClient, request: { id: string }, options?: CallOptions) =>
  client.call<{ status: 204 }>({ id: "getThing", method: "GET", path: "/things/{id}" }, request, options);
const list = (client: HttpClient, request?: Record<string, never>, options?: CallOptions) =>
  client.call<{ status: 204 }>({ id: "list", method: "GET", path: "/things" }, request, options);

// A tag of this name must become a group, not set the prototype.
const prototypeName = "__proto__";

describe("bindOperations", () => {
  test("binds every operation to its client, in groups of any depth and name", async () => {
    const { client, sent } = clientWith();
    const api = bindOperations(client, { list, things: { get: getThing, [prototypeName]: { list } } });
    await api.list();
    await api.list({}, { headers: { "x-a": "1" } });
    await api.things.get({ id: "a" });
    await api.things[prototypeName].list();
    expect(sent.map(({ url }) => url.slice("https://api.example.com/base".length))).toEqual([
      "/things",
      "/things",
      "/things/a",
      "/things",
    ]);
    expect(sent[1]?.headers.get("x-a")).toBe("1");
    expectTypeOf(api.things.get).toEqualTypeOf<
      (request: { id: string }, options?: CallOptions) => PendingAnswer<{ status: 204 }>
    >();
    expectTypeOf(api.list).parameter(0).toEqualTypeOf<Record<string, never> | undefined>();
  });
});
