import fc from "fast-check";
import { CompactSign, decodeJwt, generateKeyPair, importJWK, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../../support/clean-up.js";
import {
  type RunningIssuers,
  secret,
  settings,
  startIssuers,
} from "../../../support/platform/sandbox/identity/start-issuers.js";

async function start(over: Parameters<typeof startIssuers>[0] = {}) {
  const issuers = await startIssuers(over);
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  const { service } = issuers.register();
  return { issuers, service };
}

async function fetchToken({ urls }: RunningIssuers, client: string): Promise<string> {
  const response = await fetch(`${urls.sandbox}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_id: client, client_secret: secret }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("verify", () => {
  it("refuses everything but an access token of this sandbox", async () => {
    const { issuers, service } = await start();
    const token = await fetchToken(issuers, service);
    const [head = "", body = "", signature = ""] = token.split(".");
    const claims = decodeJwt(token);
    const { privateKey } = await generateKeyPair("ES256");
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
    const sign = (header: object, key: Parameters<CompactSign["sign"]>[0] = privateKey) =>
      new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header as never).sign(key);
    const own = await issuers.rows.find({ environment: "sandbox", kind: "SigningKeys", id: "all" });
    const kept = own?.body as { keys: { key: JWK }[] } | undefined;
    const key = await importJWK(kept?.keys[0]?.key ?? {}, "ES256");

    const refused: Readonly<Record<string, readonly string[]>> = {
      malformed: [
        ...[
          "",
          "x",
          "..",
          "a.b.c",
          token.slice(0, -1).replaceAll(".", ""),
          `${token}.x`,
          `${token}${"x".repeat(9000)}`,
        ],
        `${part({ alg: "none", typ: "at+jwt", kid })}.${body}.`,
        `${part({ alg: "HS256", typ: "at+jwt", kid })}.${body}.${signature}`,
        `${head}.${part({ ...claims, iss: "https://evil.example" })}.${signature}`,
        // An ID token is none, although the same key signs it.
        await sign({ alg: "ES256", typ: "JWT", kid }, key),
      ],
      signature: [
        `${head}.${part({ ...claims, scope: "everything" })}.${signature}`,
        `${head}.${body}.`,
        `${head}.${body}.${signature.slice(4)}`,
        await sign({ alg: "ES256", typ: "at+jwt", kid }),
        await sign({ alg: "ES256", typ: "at+jwt", kid: "other" }),
      ],
    };
    for (const [problem, tokens] of Object.entries(refused))
      for (const each of tokens) expect(await issuers.verify(each), each).toEqual({ problem });
    expect(await issuers.verify(token)).toMatchObject({ client: service });
  });

  it("never fails, whatever it is given", async () => {
    const { issuers } = await start();
    const json = fc.json().map((text) => Buffer.from(text).toString("base64url"));
    const given = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(json, fc.string()), { maxLength: 5 }).map((all) => all.join(".")),
    );
    await fc.assert(
      fc.asyncProperty(given, async (token) => {
        expect(await issuers.verify(token)).toEqual({ problem: "malformed" });
      }),
    );
  });

  it("remembers a limited number of tokens, and still verifies the others", async () => {
    const few = { ...settings, limits: { ...settings.limits, verifiedTokens: 2 } };
    const { issuers, service } = await start({ settings: few });
    const tokens = await Promise.all([1, 2, 3, 4].map(() => fetchToken(issuers, service)));
    for (const token of [...tokens, ...tokens])
      expect(await issuers.verify(token)).toMatchObject({ client: service });
  });

  it("accepts tokens of before a restart, with keys from the rows", async () => {
    const { issuers, service } = await start();
    const token = await fetchToken(issuers, service);
    issuers.restart();
    expect(await issuers.verify(token)).toMatchObject({ client: service });
  });

  it("refuses tokens of keys that a restored snapshot doesn't have", async () => {
    const { issuers, service } = await start();
    const place = { environment: "sandbox", kind: "SigningKeys", id: "all" } as const;
    await fetchToken(issuers, service);
    const before = await issuers.rows.find(place);
    await issuers.rotateKeys("sandbox");
    const token = await fetchToken(issuers, service);
    if (before !== undefined) await issuers.rows.upsert(before);
    expect(await issuers.verify(token)).toMatchObject({ client: service });
    issuers.reload();
    expect(await issuers.verify(token)).toEqual({ problem: "signature" });
  });
});
