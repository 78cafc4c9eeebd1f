import { beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryTokenStore,
  createSignIn,
  type SignInOptions,
  type TokenStore,
  type UserCredentialsOptions,
  type UserSession,
  userCredentials,
} from "../../../runtime/oauth/index.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import { sessionAt } from "../../support/runtime/oauth/session.js";
import {
  type AskedToken,
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
let store: TokenStore;
let time: number;
/** The refresh token that the issuer accepts next. */
let valid: string;
beforeEach(async () => {
  time = Date.UTC(2030, 0, 1);
  issuer = createStandInIssuer("https://issuer.example", { now: () => time });
  store = createMemoryTokenStore();
  valid = "refresh-1";
  issuer.onToken = rotate;
  await store.set("user", session());
});

/** Accepts each refresh token once, like an issuer that rotates them. */
function rotate({ form }: AskedToken): Response {
  if (form.get("refresh_token") !== valid) return json({ error: "invalid_grant" }, 400);
  const next = Number(valid.slice("refresh-".length)) + 1;
  valid = `refresh-${next}`;
  return json({
    access_token: `access-${next}`,
    token_type: "Bearer",
    expires_in: 600,
    refresh_token: valid,
  });
}

const session = (over: Partial<UserSession> = {}) => sessionAt(time, over);
const signInWith = (options: Partial<SignInOptions> = {}) =>
  createSignIn({
    ...standInClient,
    environment: "sandbox",
    issuer: issuer.issuer,
    fetch: issuer.fetch,
    now: () => time,
    ...options,
  });
const identity = (over = {}) => clientIdentity({ fetch: issuer.fetch, now: () => time, ...over });
const bindWith = (options: Partial<UserCredentialsOptions> = {}) =>
  userCredentials({ signIn: signInWith(), store, key: "user", ...options }).bind(identity());
const operation = operationWith();
type Bound = ReturnType<typeof bindWith>;
const currentToken = async (bound: Bound) => tokenIn(await bound.authorize(operation, unlimited()));
const expire = () => {
  time += 600_000;
};

describe("the session of a user", () => {
  it("is used from the store, without a request to the issuer", async () => {
    expect(await currentToken(bindWith())).toBe("access-1");
    expect(issuer.urls).toEqual([]);
  });

  it("can be used without a store", async () => {
    const bound = userCredentials({ signIn: signInWith(), session: session() }).bind(identity());
    expect(await currentToken(bound)).toBe("access-1");
    expire();
    expect(await currentToken(bound)).toBe("access-2");
    expire();
    expect(await currentToken(bound)).toBe("access-3");
  });

  it("is refreshed before it expires, and stored before the token is used", async () => {
    const told: unknown[] = [];
    const credentials = userCredentials({ signIn: signInWith(), store, key: "user" });
    const bound = credentials.bind(identity({ onToken: (token: unknown) => told.push(token) }));
    time += 600_000 - 60_000;
    expect(await currentToken(bound)).toBe("access-2");
    expect(await store.get("user")).toEqual({
      ...session(),
      accessToken: "access-2",
      refreshToken: "refresh-2",
      requestedAt: time,
      expiresAt: time + 600_000,
    });
    expect(Object.fromEntries(issuer.asked[0]?.form ?? [])).toEqual({
      grant_type: "refresh_token",
      refresh_token: "refresh-1",
      client_id: standInClient.clientId,
    });
    expect(told).toEqual([{ kind: "renewed", scopes: [], expiresAt: time + 600_000 }]);
  });

  it("is refreshed once for fifty simultaneous callers, even of different credentials", async () => {
    expire();
    const bounds = [bindWith(), bindWith(), bindWith()];
    const calls = Array.from({ length: 50 }, (_, index) => currentToken(bounds[index % 3] as Bound));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["access-2"]));
    expect(issuer.asked.length).toBe(1);
  });

  it("completes a refresh even if the caller aborts", async () => {
    expire();
    let answer: () => void = () => {};
    issuer.onToken = (asked) => new Promise((resolve) => (answer = () => resolve(rotate(asked))));
    const leaving = new AbortController();
    const call = bindWith().authorize(operation, { signal: leaving.signal });
    await expect.poll(() => issuer.asked.length).toBe(1);
    leaving.abort(new Error("gone"));
    await expect(call).rejects.toThrow("gone");
    answer();
    await expect.poll(async () => (await store.get("user"))?.refreshToken).toBe("refresh-2");
  });

  it("keeps its refresh token if the issuer returns no new one", async () => {
    issuer.onToken = () => json({ access_token: "access-2", token_type: "Bearer" });
    expire();
    expect(await currentToken(bindWith())).toBe("access-2");
    expect(await store.get("user")).toMatchObject({ refreshToken: "refresh-1" });
  });

  it("is refreshed once for a token that got a 401", async () => {
    const bound = bindWith();
    const rejected = new Headers(await bound.authorize(operation, unlimited()));
    expect(await bound.renew?.(operation, { ...unlimited(), rejected })).toBe(true);
    expect(await currentToken(bound)).toBe("access-2");
    expect(await bound.renew?.(operation, { ...unlimited(), rejected })).toBe(true);
    expect(await currentToken(bound)).toBe("access-2");
  });

  it("without a refresh token is used until it expires, and isn't renewed after a 401", async () => {
    const { refreshToken: _, ...once } = session();
    await store.set("user", once);
    const bound = bindWith();
    time += 600_000 - 1;
    const rejected = new Headers(await bound.authorize(operation, unlimited()));
    expect(await bound.renew?.(operation, { ...unlimited(), rejected })).toBe(false);
    time += 1;
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "session-ended", reason: "expired" });
  });
});

describe("a session that has ended", () => {
  it("isn't used after a logout", async () => {
    const bound = bindWith();
    await currentToken(bound);
    await store.delete("user");
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "session-ended", reason: "absent" });
  });

  it("isn't restored by a refresh in progress", async () => {
    expire();
    issuer.onToken = async (asked) => {
      await store.delete("user");
      return rotate(asked);
    };
    await expect(currentToken(bindWith())).rejects.toMatchObject({ code: "session-ended", reason: "absent" });
    expect(await store.get("user")).toBeUndefined();
  });

  it("is reported if the issuer refuses, without another request to it", async () => {
    valid = "revoked";
    expire();
    const bound = bindWith();
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "session-ended", reason: "refused" });
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "session-ended", reason: "expired" });
    expect(issuer.asked.length).toBe(1);
  });

  it("isn't assumed while the issuer is unavailable", async () => {
    expire();
    const bound = bindWith();
    issuer.onToken = () => json({ error: "server_error" }, 500);
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "token-request-failed", status: 500 });
    issuer.onToken = rotate;
    expect(await currentToken(bound)).toBe("access-2");
  });
});

describe("a shared store", () => {
  it("provides a session that another process has refreshed meanwhile", async () => {
    expire();
    issuer.onToken = async () => {
      await store.set(
        "user",
        session({ accessToken: "of-other", refreshToken: "newer", expiresAt: time + 600_000 }),
      );
      return json({ error: "invalid_grant" }, 400);
    };
    expect(await currentToken(bindWith())).toBe("of-other");
  });

  it("with a lock is read again once the lock is held", async () => {
    expire();
    const locked: string[] = [];
    const lock = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      locked.push(key);
      await store.set("user", session({ accessToken: "of-other", expiresAt: time + 600_000 }));
      return await work();
    };
    expect(await currentToken(bindWith({ store: { ...store, lock } }))).toBe("of-other");
    expect(locked).toEqual(["user"]);
    expect(issuer.asked).toEqual([]);
  });

  it("whose lock rejects or doesn't call the function is reported", async () => {
    expire();
    const failing = { ...store, lock: () => Promise.reject(new Error("SET access-1")) };
    await expect(currentToken(bindWith({ store: failing }))).rejects.toMatchObject({
      code: "token-store-failed",
      action: "lock",
    });
    const idle = { ...store, lock: async () => undefined as never };
    await expect(currentToken(bindWith({ store: idle }))).rejects.toMatchObject({ action: "lock" });
  });

  it("that can't be written loses no refresh token, since the next call stores it", async () => {
    expire();
    let fails = true;
    const flaky: TokenStore = {
      ...store,
      set: async (key, tokens) => {
        if (fails) throw new Error("read only");
        await store.set(key, tokens);
      },
    };
    const bound = bindWith({ store: flaky });
    await expect(currentToken(bound)).rejects.toMatchObject({ code: "token-store-failed", action: "set" });
    fails = false;
    expect(await currentToken(bound)).toBe("access-2");
    expect(await store.get("user")).toMatchObject({ refreshToken: "refresh-2" });
    expect(issuer.asked.length).toBe(1);
  });

  it.each([
    ["environment", { environment: "production" }],
    ["issuer", { issuer: "https://other.example" }],
    ["clientId", { clientId: "client-2" }],
    ["baseUrl", { baseUrl: "https://other.example" }],
  ])("that returns a session of another %s is refused", async (part, over) => {
    await store.set("user", session(over));
    await expect(currentToken(bindWith())).rejects.toMatchObject({ code: "credentials-mismatch", part });
  });

  it("that returns an application's token is reported", async () => {
    const { idToken: _i, claims: _c, ...tokens } = session();
    await store.set("user", tokens);
    await expect(currentToken(bindWith())).rejects.toMatchObject({
      code: "token-store-failed",
      action: "read",
    });
  });
});

describe("user credentials", () => {
  it.each([
    ["environment", { environment: "production" }],
    ["environment", { environment: undefined }],
    ["issuer", { issuer: "https://other.example" }],
    ["baseUrl", { baseUrl: "https://other.example" }],
  ])("refuse a client of another %s", (part, over) => {
    const signIn = signInWith({ baseUrl: "https://api.example.com/" });
    expect(() => userCredentials({ signIn, store, key: "user" }).bind(identity(over))).toThrow(
      expect.objectContaining({ code: "credentials-mismatch", part }),
    );
  });

  it("of a sign-in without an environment refuse a client with one", () => {
    const signIn = createSignIn({ ...standInClient, issuer: issuer.issuer });
    expect(() => userCredentials({ signIn, store, key: "user" }).bind(identity())).toThrow(
      expect.objectContaining({ code: "credentials-mismatch", part: "environment" }),
    );
  });

  it.each([
    [{ store: undefined, key: undefined }, "store"],
    [{ key: "" }, "key"],
    [{ session: "both" }, "session"],
    [{ token: "t" }, "token"],
  ])("refuse %j", (options, option) => {
    expect(() => bindWith(options as unknown as Partial<UserCredentialsOptions>)).toThrow(
      expect.objectContaining({ code: "invalid-option", option }),
    );
  });
});
