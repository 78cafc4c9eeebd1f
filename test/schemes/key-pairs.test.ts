import { createPublicKey, type JsonWebKey, webcrypto } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { runSuite, type Vector } from "../../commands/conform/index.js";
import {
  createMemoryInbox,
  createMemoryNonces,
  derivePublicKey,
  type SignedRole,
} from "../../runtime/webhook/index.js";
import {
  exampleSecrets,
  publicUrl,
  type SmallSdk,
  type SmallSubject,
  smallSdk,
  startSmall,
} from "../support/schemes/small-contract.js";
import { smallProtocols } from "../support/schemes/small-protocols.js";
import { untriable } from "../support/schemes/untriable.js";

const running: SmallSubject[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

/** HTTP messages have another signing input, which `test/runtime/webhook/message-signature.test.ts` leaves to a library. */
const pairs = Object.entries(smallProtocols).filter(
  ([name]) => !name.startsWith("HMAC") && !name.includes("HTTP message"),
);
const verificationToken = "the token of this test";

type Sent = Pick<Vector, "headers" | "body"> & { readonly url?: string | undefined };

const headerIn = ({ headers }: Pick<Sent, "headers">, name = ""): string =>
  headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1] ?? "";

/** The signing input, by the words of the protocol document. */
async function signingInput({ suite: { protocol } }: SmallSdk, sent: Sent): Promise<Buffer> {
  const { headers, signature } = protocol;
  const body = Buffer.from(sent.body, "base64");
  const parts = signature.content.map(async (part): Promise<Buffer> => {
    if (part === "body") return body;
    if (part === "url") return Buffer.from(sent.url ?? "");
    if (typeof part === "string") return Buffer.from(headerIn(sent, headers[part as SignedRole]));
    if ("literal" in part) return Buffer.from(part.literal);
    if ("header" in part) return Buffer.from(headerIn(sent, part.header));
    return Buffer.from(Buffer.from(await webcrypto.subtle.digest("SHA-256", body)).toString("hex"));
  });
  const bytes = await Promise.all(parts);
  return bytes.reduce((all, next) => Buffer.concat([all, Buffer.from(signature.separator), next]));
}

/** Whether the Web Crypto API accepts the signature in a request. */
async function isVerified(sdk: SmallSdk, sent: Sent, pem: string): Promise<boolean> {
  const { headers, signature } = sdk.suite.protocol;
  const hash = signature.algorithm.endsWith("512") ? "SHA-512" : "SHA-256";
  const isRsa = signature.algorithm.startsWith("rsa");
  const algorithm = isRsa ? { name: "RSA-PSS", hash } : { name: "Ed25519" };
  const der = createPublicKey(pem).export({ format: "der", type: "spki" });
  const key = await webcrypto.subtle.importKey("spki", der, algorithm, false, ["verify"]);
  const scheme = isRsa ? { name: "RSA-PSS", saltLength: hash === "SHA-512" ? 64 : 32 } : algorithm;
  const input = await signingInput(sdk, sent);
  const text = headerIn(sent, headers.signature);
  const entries = signature.listSeparator === undefined ? [text] : text.split(signature.listSeparator);
  const results = entries
    .filter((entry) => entry.startsWith(signature.prefix))
    .map((entry) => Buffer.from(entry.slice(signature.prefix.length), signature.encoding))
    .map((bytes) => webcrypto.subtle.verify(scheme, key, bytes, input));
  return (await Promise.all(results)).includes(true);
}

describe.each(pairs)("what is generated for %s", (_name, protocol) => {
  const generated = smallSdk(protocol);

  it("has vectors with public keys, by which the Web Crypto API agrees with `authentic`", async () => {
    const sdk = await generated;
    const { publicKeys = [], vectors } = sdk.vectors;
    expect(publicKeys).toHaveLength(2);
    const one = vectors.filter(({ id }) => id.startsWith("protocol/signature/"));
    expect(one.length).toBeGreaterThan(8);
    for (const vector of one) {
      const verified = await Promise.all(publicKeys.map((key) => isVerified(sdk, vector, key)));
      // Without a separator, a moved byte leaves the signing input as it was, and only the form of the parts shows it.
      const isMoved = vector.id.includes("/moved-") && sdk.suite.protocol.signature.separator === "";
      expect(verified.includes(true), vector.id).toBe(vector.authentic === true || isMoved);
    }
    expect(one.map(({ authentic }) => authentic)).toEqual(expect.arrayContaining([true, false]));
  });

  it("has fixtures that the Web Crypto API verifies, and the same ones each time", async () => {
    const sdk = await generated;
    const { publicKey = "", url, deliveries } = sdk.fixtures;
    expect(deliveries.length).toBeGreaterThan(1);
    for (const { headers, body } of deliveries)
      expect(await isVerified(sdk, { headers: Object.entries(headers), body, url }, publicKey)).toBe(true);
    const again = await smallSdk(protocol);
    expect(again.fixtures).toEqual(sdk.fixtures);
    expect(again.vectors).toEqual(sdk.vectors);
  });

  it("has vectors that the generated receiver answers as they say", async () => {
    const { vectors, createReceiver, suite } = await generated;
    const { nonce, token, signature, callbacks } = suite.protocol;
    for (const vector of vectors.vectors) {
      const receiver = createReceiver({
        publicKeys: vectors.publicKeys,
        ...(token && { verificationToken: vectors.verificationToken }),
        ...(vector.encryption && { encryptKey: vectors.encryptKey }),
        ...(signature.content.includes("url") && { url: "https://receiver.example/webhook" }),
        ...(nonce && { nonces: createMemoryNonces({ now: () => vectors.now * 1000 }) }),
        ...(callbacks && { onCallback: () => ({ done: true }) }),
        inbox: createMemoryInbox(),
        fallback: () => {},
        logger: false,
        now: () => vectors.now * 1000,
      });
      const { status, body } = await receiver.answer({
        method: vector.method,
        url: vector.url?.replace("https://receiver.example", "") ?? "/webhook",
        header: (name) => headerIn(vector, name) || null,
        readBody: async () => Buffer.from(vector.body, "base64"),
      });
      await receiver.close();
      expect(vector.status, vector.id).toContain(status);
      if (vector.answer !== undefined) expect(body, vector.id).toBe(vector.answer);
    }
  });
});

describe("a receiver that takes its keys from a JSON Web Key Set", () => {
  it("conforms with RSA-PSS, also while the set has an old key and one for another use", async () => {
    const sdk = await smallSdk(pairs[0]?.[1] ?? {});
    const [current = "", previous = "", other = ""] = exampleSecrets(
      sdk.suite.protocol,
      "current",
      "previous",
      "other",
    );
    const jwk = (secret: string): JsonWebKey =>
      createPublicKey(derivePublicKey(sdk.suite.protocol, secret)).export({ format: "jwk" });
    const set = {
      keys: [
        { ...jwk(other), use: "enc" },
        { kty: "OKP", crv: "Ed25519", x: "AA" },
        { ...jwk(previous), use: "sig", kid: "1" },
        { ...jwk(current), use: "sig", kid: "2" },
      ],
    };
    const subject = await startSmall(
      sdk,
      { secrets: [current, previous], verificationToken },
      { options: { publicKeys: async () => set } },
    );
    running.push(subject);
    const report = await runSuite({ suite: sdk.suite, ...subject, strict: true });
    expect(
      report.results.filter(({ result, reason }) => result !== "passed" && !untriable.has(reason)),
    ).toEqual([]);
    expect(report).toMatchObject({ conforms: true, unproven: [] });
    expect(subject.publicUrl).toBe(publicUrl);
  });
});
