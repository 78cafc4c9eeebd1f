import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createMemoryTokenStore,
  type TokenStore,
  type Tokens,
} from "../../../runtime/oauth/index.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
} from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
let time: number;
beforeEach(() => {
  time = Date.UTC(2030, 0, 1);
  issuer = createStandInIssuer();
});

const credentialsWith = (options: Partial<ClientCredentialsOptions> = {}) =>
  clientCredentials({ clientId: "client-1", clientSecret: "secret-1", ...options });
const identity = (over = {}) => clientIdentity({ fetch: issuer.fetch, now: () => time, ...over });
const bindWith = (options: Partial<ClientCredentialsOptions> = {}) =>
  credentialsWith(options).bind(identity());
const operation = operationWith("a", "b");

describe("the token request", () => {
  it("is a form with exactly the fields of the grant and the options", async () => {
    await bindWith({ audience: "api", resource: "https://api.example/" }).authorize(operation, unlimited());
    expect(Object.fromEntries(issuer.asked[0]?.form ?? [])).toEqual({
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: "secret-1",
      scope: "a b",
      audience: "api",
      resource: "https://api.example/",
    });
    expect(issuer.asked[0]?.headers.get("authorization")).toBeNull();
  });

  it("has three fields without a scope or audience", async () => {
    await bindWith().authorize(operationWith(), unlimited());
    expect([...(issuer.asked[0]?.form.keys() ?? [])].sort()).toEqual([
      "client_id",
      "client_secret",
      "grant_type",
    ]);
  });
});

describe("a token", () => {
  it("is used for every operation with the same scopes, in any order, and for no other", async () => {
    const authorizer = bindWith();
    const tokenFor = async (...scopes: string[]) =>
      tokenIn(await authorizer.authorize(operationWith(...scopes), unlimited()));
    expect(await tokenFor("a", "b")).toBe("token-1");
    expect(await tokenFor("b", "a", "b")).toBe("token-1");
    expect(await tokenFor("a")).toBe("token-2");
    expect(await tokenFor()).toBe("token-3");
  });

  it("is renewed a minute before it expires", async () => {
    const authorizer = bindWith();
    const token = async () => tokenIn(await authorizer.authorize(operation, unlimited()));
    expect(await token()).toBe("token-1");
    time += 3600_000 - 60_001;
    expect(await token()).toBe("token-1");
    time += 1;
    expect(await token()).toBe("token-2");
  });

  it("with a short lifetime is renewed after half of it", async () => {
    issuer.onToken = () =>
      json({ access_token: `t${issuer.asked.length}`, token_type: "bearer", expires_in: 10 });
    const authorizer = bindWith();
    const token = async () => tokenIn(await authorizer.authorize(operation, unlimited()));
    expect(await token()).toBe("t1");
    time += 4_999;
    expect(await token()).toBe("t1");
    time += 1;
    expect(await token()).toBe("t2");
  });

  it("without a stated lifetime is used until the API refuses it", async () => {
    issuer.onToken = () => json({ access_token: `t${issuer.asked.length}`, token_type: "bearer" });
    const authorizer = bindWith();
    await authorizer.authorize(operation, unlimited());
    time += 365 * 24 * 3600_000;
    const headers = new Headers(await authorizer.authorize(operation, unlimited()));
    expect(tokenIn(headers)).toBe("t1");
    expect(await authorizer.renew?.(operation, { ...unlimited(), rejected: headers })).toBe(true);
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("t2");
  });

  it("that the API refused is discarded, but a newer one isn't", async () => {
    const authorizer = bindWith();
    const rejected = new Headers(await authorizer.authorize(operation, unlimited()));
    const renewals = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const again = await authorizer.renew?.(operation, { ...unlimited(), rejected });
        return [again, tokenIn(await authorizer.authorize(operation, unlimited()))];
      }),
    );
    expect(new Set(renewals.map((it) => it.join()))).toEqual(new Set(["true,token-2"]));
    // A late 401 for the old token.
    expect(await authorizer.renew?.(operation, { ...unlimited(), rejected })).toBe(true);
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("token-2");
    expect(issuer.asked.length).toBe(2);
  });

  it("isn't renewed if the rejected headers contain none", async () => {
    const authorizer = bindWith();
    await authorizer.authorize(operation, unlimited());
    const rejected = new Headers({ authorization: "Basic abc" });
    expect(await authorizer.renew?.(operation, { ...unlimited(), rejected })).toBe(false);
  });
});

describe("simultaneous callers", () => {
  it("aren't affected if one of them aborts", async () => {
    const authorizer = bindWith();
    const leaving = new AbortController();
    const first = authorizer.authorize(operation, { signal: leaving.signal });
    const second = authorizer.authorize(operation, unlimited());
    leaving.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    expect(tokenIn(await second)).toBe("token-1");
    expect(issuer.asked.length).toBe(1);
  });

  it("cancel the request if all of them abort, and a later caller starts a new one", async () => {
    issuer.onToken = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const authorizer = bindWith();
    const leaving = new AbortController();
    const calls = [1, 2].map(() => authorizer.authorize(operation, { signal: leaving.signal }));
    await expect.poll(() => issuer.asked.length).toBe(1);
    leaving.abort(new Error("gone"));
    for (const call of calls) await expect(call).rejects.toThrow("gone");
    await expect.poll(() => issuer.asked[0]?.signal?.aborted).toBe(true);
    issuer.onToken = () => json({ access_token: "later", token_type: "bearer" });
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("later");
  });

  it("all get the error of a failed request, and the next caller tries again", async () => {
    const normalAnswer = issuer.onToken;
    issuer.onToken = () => json({ error: "temporarily_unavailable" }, 503);
    const authorizer = bindWith();
    const calls = await Promise.allSettled([1, 2, 3].map(() => authorizer.authorize(operation, unlimited())));
    expect(calls.map((call) => call.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(issuer.asked.length).toBe(1);
    issuer.onToken = normalAnswer;
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("token-1");
  });
});

describe("a token store", () => {
  const recordingStore = (): TokenStore & { readonly entries: Map<string, string> } => {
    const entries = new Map<string, string>();
    return {
      entries,
      get: async (key) => {
        const text = entries.get(key);
        if (text === undefined) return undefined;
        return JSON.parse(text) as Tokens;
      },
      set: async (key, tokens) => void entries.set(key, JSON.stringify(tokens)),
      delete: async (key) => void entries.delete(key),
    };
  };

  it("shares a token between processes, under a key that states its purpose and contains no secret", async () => {
    const store = recordingStore();
    await bindWith({ store, audience: "a&b" }).authorize(operation, unlimited());
    const other = tokenIn(await bindWith({ store, audience: "a&b" }).authorize(operation, unlimited()));
    expect(other).toBe("token-1");
    expect(issuer.asked.length).toBe(1);
    expect([...store.entries.keys()]).toEqual([
      "application-token?environment=sandbox&issuer=https%3A%2F%2Fissuer.example" +
        "&base_url=https%3A%2F%2Fapi.example.com&client_id=client-1&audience=a%26b&scope=a+b",
    ]);
  });

  it("has a different key for each purpose, whatever the names contain", async () => {
    const text = fc.oneof(fc.constantFrom("a", "a&scope=b", "a+b", "%26", "="), fc.string({ minLength: 1 }));
    const purpose = fc.record({
      clientId: text,
      audience: fc.option(text, { nil: undefined }),
      scopes: fc.array(fc.constantFrom("a", "b", "a&b")),
    });
    const storedKey = async (options: Partial<ClientCredentialsOptions>) => {
      const store = recordingStore();
      await bindWith({ ...options, store }).authorize(operation, unlimited());
      return [...store.entries.keys()].join();
    };
    await fc.assert(
      fc.asyncProperty(purpose, purpose, async (one, other) => {
        const purposeKey = ({ clientId, audience, scopes }: typeof one) =>
          JSON.stringify([clientId, audience, [...new Set(scopes)].sort()]);
        expect((await storedKey(one)) === (await storedKey(other))).toBe(
          purposeKey(one) === purposeKey(other),
        );
      }),
    );
  });

  it("returns another process's newer token after a 401, without a request to the issuer", async () => {
    const store = recordingStore();
    const [one, two] = [bindWith({ store }), bindWith({ store })];
    const rejected = new Headers(await one.authorize(operation, unlimited()));
    await two.authorize(operation, unlimited());
    await one.renew?.(operation, { ...unlimited(), rejected });
    await one.authorize(operation, unlimited());
    await two.renew?.(operation, { ...unlimited(), rejected });
    expect(tokenIn(await two.authorize(operation, unlimited()))).toBe("token-2");
    expect(issuer.asked.length).toBe(2);
  });

  it.each(["environment", "issuer", "baseUrl", "clientId"] as const)(
    "that returns a token of another %s is refused",
    async (part) => {
      const mixed: Tokens = {
        environment: "sandbox",
        issuer: issuer.issuer,
        baseUrl: "https://api.example.com",
        clientId: "client-1",
        accessToken: "of-somebody-else",
        requestedAt: time,
        [part]: "https://other.example",
      };
      const store = { ...createMemoryTokenStore(), get: async () => mixed };
      await expect(bindWith({ store }).authorize(operation, unlimited())).rejects.toMatchObject({
        code: "credentials-mismatch",
        part,
      });
      expect(issuer.urls).toEqual([]);
    },
  );

  it.each([
    ["text"],
    [{ accessToken: 1 }],
    [[]],
    [{ accessToken: "a\nb", issuer: "i", clientId: "c", requestedAt: 1 }],
  ])("that returns %j is reported", async (entry) => {
    const store = { ...createMemoryTokenStore(), get: async () => entry as unknown as Tokens };
    await expect(bindWith({ store }).authorize(operation, unlimited())).rejects.toMatchObject({
      code: "token-store-failed",
      action: "read",
    });
  });

  it.each(["get", "set"] as const)(
    "that fails in %s is reported with the error's code only",
    async (action) => {
      const fail = async () => {
        throw Object.assign(new Error("SET token-1"), { code: "ECONNRESET" });
      };
      const store = { ...createMemoryTokenStore(), [action]: fail };
      await expect(bindWith({ store }).authorize(operation, unlimited())).rejects.toMatchObject({
        code: "token-store-failed",
        action,
        message: `The token store failed in \`${action}\`: ECONNRESET`,
      });
    },
  );
});
