import { describe, expect, test } from "vitest";
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

interface Client {
  readonly client: HttpClient;
  readonly lists: {
    readonly all: (request?: Record<string, never>, options?: CallOptions) => PendingAnswer<{ status: 204 }>;
  };
  readonly [prototypeName]: {
    readonly get: (request: { id: string }, options?: CallOptions) => PendingAnswer<{ status: 204 }>;
  };
}

describe("bindOperations", () => {
  test("binds every operation to its client, in groups of any name", async () => {
    const { client, sent } = clientWith();
    const api = bindOperations<Client>(client, {
      lists: { all: list },
      [prototypeName]: { get: getThing },
    });
    expect(api.client).toBe(client);
    await api.lists.all();
    await api.lists.all({}, { headers: { "x-a": "1" } });
    await api[prototypeName].get({ id: "a" });
    expect(sent.map(({ url }) => url.slice("https://api.example.com/base".length))).toEqual([
      "/things",
      "/things",
      "/things/a",
    ]);
    expect(sent[1]?.headers.get("x-a")).toBe("1");
  });

  test("takes all operations of the client, and no others", () => {
    const { client } = clientWith();
    const groups = { lists: { all: list }, [prototypeName]: { get: getThing } };
    expect(Object.keys(bindOperations<Client>(client, groups))).toEqual(["client", "lists", "__proto__"]);
    // @ts-expect-error: `get` is missing.
    bindOperations<Client>(client, { lists: { all: list }, [prototypeName]: {} });
    // @ts-expect-error: the client has no `more`.
    bindOperations<Client>(client, { ...groups, lists: { all: list, more: list } });
  });
});
