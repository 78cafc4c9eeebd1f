import { constants, createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { createSigner, createVerifier, httpbis, type SigningKey } from "http-message-signatures";
import { describe, expect, it } from "vitest";
import {
  derivePublicKey,
  exampleSecret,
  hasKeyPair,
  type SignatureAlgorithm,
  type SignatureScheme,
  signatureHeaders,
  verifySignature,
} from "../../../runtime/webhook/index.js";

type Headers = Readonly<Record<string, string>>;

const headers = { signature: "Signature", deliveryId: "Webhook-Id" };
const now = 1_700_000_000;
const url = "https://receiver.example/hook?a=1&b=%20x";
const body = Buffer.from('{"id":"evt_1"}');

function scheme(changes: Partial<SignatureScheme> = {}): SignatureScheme {
  return {
    form: "http-message-signatures",
    algorithm: "ed25519",
    content: ["method", "url", "deliveryId", { header: "Content-Type" }, "body", "timestamp", "nonce"],
    separator: "",
    prefix: "",
    encoding: "base64",
    ...changes,
  };
}

const reader =
  (given: Headers) =>
  (name: string): string | null =>
    Object.entries(given).find(([other]) => other.toLowerCase() === name)?.[1] ?? null;

const sent: Headers = { "Content-Type": "application/json", "Webhook-Id": "msg_1" };

function signed(signature: SignatureScheme, secret: string, more: Headers = {}): Headers {
  const all = { ...sent, ...more };
  const made = signatureHeaders({
    protocol: { headers, signature },
    secret,
    timestamp: String(now),
    nonce: "n-1",
    body,
    url,
    header: reader(all),
  });
  return { ...all, ...made };
}

interface Seen {
  readonly signature: SignatureScheme;
  readonly secret: string;
  readonly given: Headers;
  readonly body?: Uint8Array;
  readonly url?: string;
  readonly method?: string;
}

function isVerified({ signature, secret, given, ...rest }: Seen): boolean {
  const protocol = { headers, signature };
  const isPair = hasKeyPair(signature.algorithm);
  return verifySignature({
    protocol,
    ...(isPair ? { publicKeys: [derivePublicKey(protocol, secret)] } : { secrets: [secret] }),
    signature: reader(given)("signature") ?? "",
    header: reader(given),
    body,
    url,
    ...rest,
  });
}

const algorithms = [
  "hmac-sha256",
  "ed25519",
  "ecdsa-p256-sha256",
  "rsa-pss-sha512",
  "rsa-v1_5-sha256",
] as const satisfies readonly SignatureAlgorithm[];

/** A key of an algorithm, in PEM unless it is shared. */
function newKey(algorithm: SignatureAlgorithm): string {
  const given = exampleSecret({ signature: { algorithm } }, "a key of this test");
  if (!hasKeyPair(algorithm) || given.startsWith("-----")) return given;
  const prefix = algorithm === "ed25519" ? "302e020100300506032b657004220420" : "";
  const key = createPrivateKey({ key: Buffer.from(prefix + given, "hex"), format: "der", type: "pkcs8" });
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}

const publicPem = (key: string): string =>
  createPublicKey(key).export({ format: "pem", type: "spki" }).toString();

describe.each(algorithms)("signatures of HTTP messages by %s", (algorithm) => {
  const secret = newKey(algorithm);
  const signature = scheme({ algorithm, parameters: { keyid: "k", alg: true, tag: "acme" } });

  it("are verified by `http-message-signatures`", async () => {
    const given = signed(signature, secret);
    const key = hasKeyPair(algorithm) ? publicPem(secret) : secret;
    const judge = (message: Headers, target = url) =>
      httpbis.verifyMessage(
        {
          keyLookup: async () => ({ id: "k", algs: [algorithm], verify: createVerifier(key, algorithm) }),
          requiredFields: ["@method", "@target-uri", "webhook-id", "content-type", "content-digest"],
          requiredParams: ["created", "nonce"],
          notAfter: now + 1,
        },
        { method: "POST", url: target, headers: message },
      );
    expect(await judge(given)).toBe(true);
    expect(await judge({ ...given, "Webhook-Id": "msg_2" })).toBe(false);
    expect(await judge(given, `${url}1`)).toBe(false);
  });

  it("are verified if `http-message-signatures` made them", async () => {
    const unsigned = { ...sent, ...digestHeader(signed(signature, secret)) };
    const made = await httpbis.signMessage(
      {
        key: signer(algorithm, secret),
        name: "theirs",
        fields: ["content-digest", "@target-uri", "@method", "content-type", "webhook-id"],
        params: ["created", "nonce", "keyid", "alg", "tag"],
        paramValues: { created: new Date(now * 1000), nonce: "n-1", tag: "acme" },
      },
      { method: "POST", url, headers: unsigned },
    );
    const given = made.headers as Headers;
    expect(isVerified({ signature, secret, given })).toBe(true);
    expect(isVerified({ signature, secret, given, body: Buffer.from("{}") })).toBe(false);
    expect(isVerified({ signature, secret, given, url: "https://other.example/hook" })).toBe(false);
    expect(isVerified({ signature, secret, given, method: "PUT" })).toBe(false);
  });
});

/** RFC 9421, section 3.3.1, has a salt of 64 bytes; by itself, the library makes the longest possible one. */
function signer(algorithm: SignatureAlgorithm, secret: string): SigningKey {
  if (algorithm !== "rsa-pss-sha512") return createSigner(secret, algorithm, "k");
  const key = { key: secret, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  return { id: "k", alg: algorithm, sign: async (data) => sign("sha512", data, key) };
}

const digestHeader = ({ "Content-Digest": digest = "" }: Headers): Headers => ({ "Content-Digest": digest });

describe("a signature of an HTTP message isn't verified", () => {
  const secret = newKey("hmac-sha256");
  const signature = scheme({ algorithm: "hmac-sha256", parameters: { tag: "acme", alg: true } });
  const right = signed(signature, secret);
  const [input = "", text = ""] = [right["Signature-Input"], right.Signature];
  const accepts = (
    changes: Readonly<Record<string, string | undefined>>,
    more: Partial<Seen> = {},
  ): boolean => {
    const given = Object.entries({ ...right, ...changes }).filter(([, value]) => value !== undefined);
    return isVerified({ signature, secret, given: Object.fromEntries(given) as Headers, ...more });
  };
  const resigned = (list: string, label = "sig1"): Headers => {
    const components = [...list.slice(1, list.indexOf(")")).matchAll(/"([^"]+)"/g)].map(
      ([, name]) => name ?? "",
    );
    const values: Headers = { "@method": "POST", "@target-uri": url, "@authority": "receiver.example" };
    const lines = components.map((name) => `"${name}": ${values[name] ?? reader(right)(name)}\n`);
    const base = `${lines.join("")}"@signature-params": ${list}`;
    const bytes = createHmac("sha256", secret).update(base).digest("base64");
    return { "Signature-Input": `${label}=${list}`, Signature: `${label}=:${bytes}:` };
  };
  const list = input.slice("sig1=".length);

  it("unless it is the right one, in another order, with more components, or under another label", () => {
    expect(accepts({})).toBe(true);
    expect(accepts(resigned(list))).toBe(true);
    expect(accepts(resigned(list.replace('"@method" "@target-uri"', '"@target-uri" "@method"')))).toBe(true);
    expect(accepts(resigned(list.replace("(", '("@authority" ')))).toBe(true);
    expect(accepts(resigned(list, "other"))).toBe(true);
    expect(accepts(resigned(`${list};unknown="x"`))).toBe(true);
  });

  it("unless one of two is right, which may come from two lines", () => {
    const other = { "Signature-Input": `a=${list}, ${input}`, Signature: `a=:AAAA:, ${text}` };
    expect(accepts(other)).toBe(true);
    expect(accepts({ ...other, Signature: "a=:AAAA:, sig1=:AAAA:" })).toBe(false);
    const earlier = list.replace(/created=\d+/, "created=1");
    expect(accepts({ ...other, "Signature-Input": `a=${earlier}, ${input}` })).toBe(false);
  });

  it.each<[string, Headers]>([
    ...["@method", "@target-uri", "webhook-id", "content-type", "content-digest"].map(
      (name): [string, Headers] => [
        `without ${name}`,
        resigned(list.replace(new RegExp(`"${name}" ?`), "").replace(" )", ")")),
      ],
    ),
    ["with a component twice", resigned(list.replace("(", '("@method" '))],
    ["with a component in upper case", resigned(list.replace('"content-type"', '"Content-Type"'))],
    ["with another algorithm", resigned(list.replace("hmac-sha256", "ed25519"))],
    ["with an algorithm that is a token", resigned(list.replace('"hmac-sha256"', "hmac-sha256"))],
    ["with another tag", resigned(list.replace('"acme"', '"acme2"'))],
    ["without a tag", resigned(list.replace(';tag="acme"', ""))],
    ["with a fraction of a second", resigned(list.replace(/created=(\d+)/, "created=$1.5"))],
    ["with a time in quotation marks", resigned(list.replace(/created=(\d+)/, 'created="$1"'))],
    ["with a component that has a parameter", resigned(list.replace('"content-type"', '"content-type";sf'))],
    ["of another label in the two headers", { Signature: text.replace("sig1", "sig2") }],
    ["with a parameter that was added", { "Signature-Input": `${input};x=1` }],
    [
      "with components in another order than signed",
      {
        "Signature-Input": input.replace('"@method" "@target-uri"', '"@target-uri" "@method"'),
      },
    ],
    ["as a string", { Signature: text.replace("=:", '="').replace(/:$/, '"') }],
    ["without its second colon", { Signature: text.slice(0, -1) }],
    ["with other text after it", { Signature: `${text}x` }],
    ["in base64url", { Signature: `sig1=:${"-_".repeat(21)}A=:` }],
    ["as an inner list", { Signature: text.replace("=:", "=(:").concat(")") }],
    ["with white space that was added to the list", { "Signature-Input": input.replace("(", "( ") }],
    ["with zeros that were added to the time", { "Signature-Input": input.replace("created=", "created=0") }],
    [
      "with a fraction that was added to the time",
      {
        "Signature-Input": input.replace(/created=(\d+)/, "created=$1.0"),
      },
    ],
  ])("%s", (_name, changes) => {
    expect(accepts(changes)).toBe(false);
  });

  it("with the digest of another body, without one, or with one that isn't safe", () => {
    expect(accepts({}, { body: Buffer.from("{}") })).toBe(false);
    expect(accepts({ "Content-Digest": undefined })).toBe(false);
    const md5 = { ...right, "Content-Digest": `md5=:${createHash("md5").update(body).digest("base64")}:` };
    const { Signature } = signedOver(list, md5);
    expect(accepts({ ...md5, Signature })).toBe(false);
  });

  const signedOver = (params: string, given: Headers): Headers => {
    const names = ["@method", "@target-uri", "webhook-id", "content-type", "content-digest"];
    const values: Headers = { "@method": "POST", "@target-uri": url };
    const lines = names.map((name) => `"${name}": ${values[name] ?? reader(given)(name)}\n`);
    const base = `${lines.join("")}"@signature-params": ${params}`;
    return { Signature: `sig1=:${createHmac("sha256", secret).update(base).digest("base64")}:` };
  };
});
