import { describe, expect, test, vi } from "vitest";
import {
  type AnyAnswer,
  type Authorizer,
  type ClientIdentity,
  type Credentials,
  createHttpClient,
  InvalidOptionError,
  type OperationDescriptor,
  type TokenFacts,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

const read: OperationDescriptor = { id: "read", method: "GET", path: "/a", scopes: ["s"] };
const write: OperationDescriptor = { ...read, id: "write", method: "POST" };

/** Credentials with numbered tokens; `renew` moves on to the next one. */
function numbered(renews = true) {
  let number = 1;
  const rejected: (string | null)[] = [];
  const bound: ClientIdentity[] = [];
  const credentials: Credentials = {
    bind(client) {
      bound.push(client);
      return {
        authorize: () => ({ authorization: `Bearer token-${number}` }),
        renew: (_, context) => {
          rejected.push(context.rejected.get("authorization"));
          number += 1;
          client.onToken?.({ kind: "renewed", scopes: ["s"] });
          return renews;
        },
      };
    },
  };
  return { credentials, rejected, bound };
}

describe("credentials", () => {
  test("are bound to their client", () => {
    const { credentials, bound } = numbered();
    const now = () => 5;
    createHttpClient({
      baseUrl: "https://api.example.com/v1/",
      environment: "sandbox",
      issuer: "https://issuer.example.com",
      credentials,
      now,
    });
    expect(bound).toEqual([
      expect.objectContaining({
        environment: "sandbox",
        issuer: "https://issuer.example.com",
        baseUrl: "https://api.example.com/v1",
        now,
        fetch: expect.any(Function),
      }),
    ]);
  });

  test("that refuse the client do so before any call", () => {
    const credentials = {
      bind: () => {
        throw new InvalidOptionError("environment", "doesn't match");
      },
    };
    expect(() => clientWith({ credentials })).toThrow("doesn't match");
  });

  test("can't be combined with `authorize`", () => {
    const { credentials } = numbered();
    expect(() => clientWith({ credentials, authorize: () => ({}) })).toThrow(
      expect.objectContaining({ code: "invalid-option", option: "authorize" }),
    );
  });

  test("are called for each attempt, with the operation and a signal", async () => {
    const authorize = vi.fn<Authorizer["authorize"]>(() => ({ authorization: "Bearer t" }));
    const answers = [500, 204];
    const { client, sent } = clientWith(
      { credentials: { bind: () => ({ authorize }) } },
      () => new Response(null, { status: answers.shift() ?? 204 }),
    );
    await client.call(read);
    expect(authorize.mock.calls.map(([{ scopes }, { signal }]) => [scopes, signal.aborted])).toEqual([
      [["s"], false],
      [["s"], false],
    ]);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer t", "Bearer t"]);
  });
});

describe("a 401", () => {
  const by = (right: string) => (request: { headers: Headers }) =>
    new Response(null, { status: request.headers.get("authorization") === right ? 204 : 401 });

  test.each([read, write])("causes one renewal and one more request: $id", async (operation) => {
    const { credentials, rejected } = numbered();
    const { client, sent } = clientWith({ credentials, retry: false }, by("Bearer token-2"));
    expect(await client.call<AnyAnswer>(operation)).toMatchObject({ status: 204 });
    expect(sent).toHaveLength(2);
    expect(rejected).toEqual(["Bearer token-1"]);
  });

  test("is returned if the second request also gets one", async () => {
    const { credentials, rejected } = numbered();
    const { client, sent } = clientWith({ credentials }, by("Bearer token-9"));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ status: 401 });
    expect([sent.length, rejected.length]).toEqual([2, 1]);
  });

  test("is returned if the token can't be renewed", async () => {
    const { client, sent } = clientWith({ credentials: numbered(false).credentials }, by(""));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(1);
  });

  test("is retried with the same idempotency key, and doesn't count as an attempt", async () => {
    const operation: OperationDescriptor = {
      ...write,
      parameters: { header: { "Idempotency-Key": { key: "idempotencyKey", idempotencyKey: true } } },
      writers: { header: ({ headers }, { name, value }) => headers.set(name, String(value)) },
    };
    const statuses = [503, 401, 503, 204];
    const { client, sent } = clientWith(
      { credentials: numbered().credentials },
      () => new Response(null, { status: statuses.shift() ?? 500 }),
    );
    expect(await client.call<AnyAnswer>(operation)).toMatchObject({ status: 204 });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(sent).toHaveLength(4);
  });

  test("is returned if the body was a stream, which can't be sent again", async () => {
    const operation: OperationDescriptor = {
      ...write,
      body: { contentTypes: ["application/octet-stream"] },
      writers: {
        body: (draft, { body }) => {
          draft.body = body as ReadableStream;
        },
      },
    };
    const { client, sent } = clientWith({ credentials: numbered().credentials }, by(""));
    const answer = await client.call<AnyAnswer>(operation, { body: new Blob(["x"]).stream() });
    expect([answer.status, sent.length]).toEqual([401, 1]);
  });

  test("calls the onToken hook for the new token", async () => {
    const tokens: TokenFacts[] = [];
    const { client } = clientWith(
      { credentials: numbered().credentials, hooks: { onToken: (token) => tokens.push(token) } },
      by("Bearer token-2"),
    );
    await client.call(read);
    expect(tokens).toEqual([{ kind: "renewed", scopes: ["s"] }]);
  });
});

describe("credentials that fail", () => {
  test("end the call with oipkit's own error, or with one that wraps a foreign error", async () => {
    const known = new InvalidOptionError("issuer", "is wrong");
    const foreign = new Error("no vault");
    for (const [error, expected] of [
      [known, known],
      [foreign, expect.objectContaining({ code: "token", operation: "read", cause: foreign })],
    ]) {
      const { client, sent } = clientWith({ authorize: () => Promise.reject(error) });
      expect(await client.call(read).catch((thrown: unknown) => thrown)).toEqual(expected);
      expect(sent).toEqual([]);
    }
  });
});

describe("the environment", () => {
  const limited: OperationDescriptor = { ...read, environments: ["sandbox", "staging"] };

  test.each(["sandbox", "staging"])(
    "allows an operation of %s in a client of the same one",
    async (environment) => {
      const { client, sent } = clientWith({ environment });
      await client.call(limited);
      expect(sent).toHaveLength(1);
      expect(client.environment).toBe(environment);
    },
  );

  test.each(["production", undefined, ""])("prevents the call by a client of %s", async (environment) => {
    const authorize = vi.fn(() => ({}));
    const { client, sent } = clientWith({ environment, authorize });
    await expect(client.call(limited)).rejects.toMatchObject({
      code: "environment-mismatch",
      operation: "read",
    });
    expect([sent, authorize.mock.calls]).toEqual([[], []]);
    await client.call(read);
    expect(sent).toHaveLength(1);
  });

  test("can't be changed by modifying the options later, nor can the base URL", async () => {
    const options = {
      baseUrl: "https://api.example.com",
      environment: "sandbox",
      fetch: vi.fn(async (_: string) => new Response(null, { status: 204 })),
      headers: { authorization: "Bearer t" },
    };
    const client = createHttpClient(options);
    options.baseUrl = "https://evil.example";
    options.environment = "production";
    await client.call(limited);
    expect(options.fetch.mock.calls[0]?.[0]).toBe("https://api.example.com/a");
  });
});

describe("the `url` of a call", () => {
  test("may be any URL of the base URL's origin", async () => {
    const { client, sent } = clientWith();
    await client.call(read, {}, { url: "https://api.example.com/other?page=2" });
    await client.call(read, {}, { url: "/root" });
    expect(sent.map(({ url }) => url)).toEqual([
      "https://api.example.com/other?page=2",
      "https://api.example.com/root",
    ]);
  });

  test.each([
    ["https://evil.example/", "foreign-origin"],
    ["http://api.example.com/", "foreign-origin"],
    ["https://api.example.com:444/", "foreign-origin"],
    ["//evil.example/", "foreign-origin"],
    ["https://user@api.example.com/", "invalid-option"],
    ["data:,x", "invalid-option"],
    ["https://[", "invalid-option"],
  ])("can't be %s, which is refused before anything is sent", async (url, code) => {
    const authorize = vi.fn(() => ({ authorization: "Bearer t" }));
    const { client, sent } = clientWith({ authorize });
    await expect(client.call(read, {}, { url })).rejects.toMatchObject({ code });
    expect([sent, authorize.mock.calls]).toEqual([[], []]);
  });
});
