import { randomBytes } from "node:crypto";
import { derivePublicKey, type SignatureScheme, sign, verifySignature } from "@oipkit/runtime/webhook";
import { describe, expect, it } from "vitest";
import { createCredentials } from "../../../delivery/credentials/create-credentials.js";
import { readKeyRing } from "../../../delivery/credentials/key-ring.js";
import { credentialKinds, generateSecret } from "../../../delivery/credentials/versions.js";
import { openSqliteStore } from "../../../delivery/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { keys } from "../../support/delivery/endpoints/accounts-fixture.js";

const schemes: readonly [form: string, scheme: Partial<SignatureScheme>, looks: RegExp][] = [
  ["a text", {}, /^[\w-]{43}$/],
  ["base64 after a prefix", { key: { prefix: "whsec_", encoding: "base64" } }, /^whsec_[\w+/]{43}=$/],
  ["hex", { key: { encoding: "hex" }, algorithm: "hmac-sha512" }, /^[\da-f]{64}$/],
  ["a text after a prefix", { key: { prefix: "sk_", encoding: "utf8" } }, /^sk_[\w-]{43}$/],
  ["an Ed25519 key", { algorithm: "ed25519" }, /^-----BEGIN PRIVATE KEY-----/],
  ["a key on P-256", { algorithm: "ecdsa-p256-sha256" }, /^-----BEGIN PRIVATE KEY-----/],
  ["an RSA key", { algorithm: "rsa-pss-sha256" }, /^-----BEGIN PRIVATE KEY-----/],
];

describe("a generated signing secret", () => {
  it.each(schemes)("is one that the protocol signs and verifies with: %s", async (_, scheme, looks) => {
    const own = { signature: { ...protocol.signature, ...scheme } satisfies SignatureScheme };
    const secret = await generateSecret(own, "signing-secret", randomBytes);
    expect(secret).toMatch(looks);
    const parts = { protocol: own, timestamp: "1790000000", nonce: "n", body: Buffer.from("{}") };
    const trusted = secret.startsWith("-----")
      ? { publicKeys: [derivePublicKey(own, secret)] }
      : { secrets: [secret] };
    const signature = sign({ ...parts, secret });
    expect(verifySignature({ ...parts, ...trusted, signature })).toBe(true);
    expect(verifySignature({ ...parts, ...trusted, signature, nonce: "m" })).toBe(false);
  });
});

it("has the kinds that the protocol needs", () => {
  expect(credentialKinds(protocol)).toEqual(["signing-secret", "verification-token", "encrypt-key"]);
  expect(credentialKinds({})).toEqual(["signing-secret"]);
});

it("lists the public key of a key pair, which verifies what the source signs", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const { event, headers, responses } = protocol;
  const own = {
    event,
    headers,
    responses,
    signature: { ...protocol.signature, algorithm: "ed25519" },
  } as const;
  const clock = { now: () => 5, wakeAt: () => () => {} };
  const context = { protocol: own, store, clock, random: randomBytes };
  const credentials = createCredentials(context, { keyRing: readKeyRing({ keys }) });
  await credentials.ensure("app", { actor: "ada" });
  const [listed, ...others] = await credentials.list("app");
  expect(others).toEqual([]);
  const { signingSecret, ...rest } = await credentials.source("app");
  expect(rest).toEqual({ signingSecretVersion: 1 });
  const parts = { protocol: own, timestamp: "1", nonce: "n", body: Buffer.from("{}") };
  const signature = sign({ ...parts, secret: signingSecret });
  expect(verifySignature({ ...parts, publicKeys: [listed?.publicKey ?? ""], signature })).toBe(true);
  expect(JSON.stringify(listed)).not.toContain("PRIVATE");
  await store.close();
});
