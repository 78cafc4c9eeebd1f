// @needs own-process
import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  type Answer,
  type AnyAnswer,
  type Attempt,
  type Hooks,
  HttpStatusError,
  type OperationDescriptor,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

const read: OperationDescriptor = { id: "read", method: "GET", path: "/a/{id}" };

describe("hooks", () => {
  test("are called for each attempt, from its request to its retry", async () => {
    const seen: unknown[] = [];
    const attempts: Attempt[] = [];
    const answers = [
      () => Promise.reject(new TypeError("x")),
      () => new Response(null, { status: 503, headers: { "x-request-id": "r2" } }),
      () => new Response(null, { status: 204 }),
    ];
    const hooks: Hooks = {
      beforeRequest: (attempt) => {
        attempts.push(attempt);
        seen.push(["before", attempt.number, attempt.operation.id, attempt.url]);
      },
      afterResponse: (attempt, { status, headers }) =>
        seen.push(["after", attempt.number, status, headers.get("x-request-id")]),
      onError: (attempt, { error }) => seen.push(["error", attempt.number, (error as { code: string }).code]),
      onRetry: (attempt, { delayMs }) => seen.push(["retry", attempt.number, delayMs]),
    };
    const { client } = clientWith({ hooks, random: () => 1, now: () => 42 }, () =>
      (answers.shift() ?? Response.error)(),
    );
    await client.call(read, { id: "x" });
    const url = "https://api.example.com/base/a/x";
    expect(seen).toEqual([
      ["before", 1, "read", url],
      ["error", 1, "network"],
      ["retry", 1, 500],
      ["before", 2, "read", url],
      ["after", 2, 503, "r2"],
      ["retry", 2, 1000],
      ["before", 3, "read", url],
      ["after", 3, 204, null],
    ]);
    expect(new Set(attempts.map(({ call }) => call)).size).toBe(1);
    expect(attempts[0]?.startedAt).toBe(42);
  });

  test("may add headers, which the identity's and the call's override", async () => {
    const { client, sent } = clientWith({
      headers: { a: "client", b: "client" },
      hooks: { beforeRequest: async () => ({ b: "hook", c: "hook", d: "hook", traceparent: "00-1" }) },
      authorize: () => ({ c: "identity" }),
    });
    await client.call(read, { id: "x" }, { headers: { d: "call" } });
    const { headers = new Headers() } = sent[0] ?? {};
    expect(["a", "b", "c", "d", "traceparent"].map((name) => headers.get(name))).toEqual([
      "client",
      "hook",
      "identity",
      "call",
      "00-1",
    ]);
  });

  test("never receive headers or queries, which may hold secrets", async () => {
    const secret = "secret-token";
    let given = "";
    const note = (...facts: unknown[]) => {
      given += inspect(facts, { depth: 10, showHidden: true });
    };
    const { client } = clientWith(
      {
        authorize: () => ({ authorization: `Bearer ${secret}` }),
        headers: { "x-key": secret },
        hooks: { beforeRequest: note, afterResponse: note, onError: note, onRetry: note },
      },
      () => new Response(null, { status: 503, headers: { "set-cookie": secret, location: `/${secret}` } }),
    );
    await client.call(read, { id: "x" }, { url: `/a?token=${secret}`, headers: { "x-own": secret } });
    expect(given).toContain("https://api.example.com/a");
    expect(given).not.toContain(secret);
  });

  test.each(["afterResponse", "onError", "onRetry"] as const)(
    "can't fail the call if %s throws or rejects",
    async (name) => {
      for (const hook of [
        () => {
          throw new Error("hook");
        },
        () => Promise.reject(new Error("hook")),
        () => new Promise(() => {}),
      ]) {
        const answers = [() => Promise.reject(new Error("x")), () => new Response(null, { status: 204 })];
        const { client } = clientWith({ hooks: { [name]: hook } }, () =>
          (answers.shift() ?? Response.error)(),
        );
        expect(await client.call<AnyAnswer>(read, { id: "x" })).toMatchObject({ status: 204 });
      }
    },
  );

  test("end the call before anything is sent if beforeRequest throws", async () => {
    const error = new Error("not now");
    const { client, sent } = clientWith({
      hooks: {
        beforeRequest: () => {
          throw error;
        },
      },
    });
    await expect(client.call(read, { id: "x" })).rejects.toBe(error);
    expect(sent).toEqual([]);
  });

  test("are reported without the value if beforeRequest returns invalid headers", async () => {
    const { client } = clientWith({ hooks: { beforeRequest: () => ({ "x-a": "secret\n1" }) } });
    const error: unknown = await client.call(read, { id: "x" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid-option", option: "beforeRequest" });
    expect(inspect(error)).not.toContain("secret");
  });
});

describe("unwrap on a call", () => {
  type Read = Answer<true, 200, { a: number }> | Answer<false, 404, undefined>;
  const operation: OperationDescriptor = {
    id: "read",
    method: "GET",
    path: "/",
    responses: { 200: ["application/json"], 404: [] },
  };

  test("returns the body of a success", async () => {
    const { client } = clientWith({}, () => Response.json({ a: 1 }));
    const body = await client.call<Read>(operation).unwrap();
    expectTypeOf(body).toEqualTypeOf<{ a: number }>();
    expect(body).toEqual({ a: 1 });
  });

  test("rejects with the answer and the operation for any other status", async () => {
    const { client } = clientWith({}, () => new Response(null, { status: 404 }));
    const error: unknown = await client
      .call<Read>(operation)
      .unwrap()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({
      code: "http-status",
      status: 404,
      operation: "read",
      answer: { status: 404 },
    });
  });

  test("rejects with the call's own failure, and leaves no rejection unhandled", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const { client } = clientWith({}, () => Promise.reject(new Error("x")));
    await expect(client.call<Read>(operation).unwrap()).rejects.toMatchObject({ code: "network" });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
});
