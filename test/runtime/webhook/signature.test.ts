import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Protocol, sign, verifySignature } from "../../../runtime/webhook/index.js";
import { acme } from "./acme.js";

const lineFeeds: Pick<Protocol, "signature"> = {
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: "\n",
    prefix: "sha256=",
    encoding: "hex",
  },
};

describe("sign", () => {
  it("agrees with openssl on a body with a final newline", () => {
    const body = Buffer.from('{"event_id":"evt_1","note":"Größe 😀"}\n');
    const input = Buffer.concat([Buffer.from("1700000000\nnonce-1\n"), body]);
    const openssl = execFileSync("openssl", ["dgst", "-sha256", "-hmac", "top secret", "-hex"], { input });
    const digits = openssl.toString().trim().split(" ").at(-1);
    const signature = sign({
      protocol: lineFeeds,
      secret: "top secret",
      timestamp: "1700000000",
      nonce: "nonce-1",
      body,
    });
    expect(signature).toBe(`sha256=${digits}`);
  });

  it("agrees with Python on the order and separator of another protocol", () => {
    const script =
      "import hmac,sys;print(hmac.new('schlüssel'.encode(),b'n.'+sys.stdin.buffer.read()+b'.7','sha256').hexdigest())";
    const body = Buffer.from([0, 255, 10, 46]);
    const python = execFileSync("python3", ["-c", script], { input: body }).toString().trim();
    expect(sign({ protocol: acme, secret: "schlüssel", timestamp: "7", nonce: "n", body })).toBe(
      `v1=${python}`,
    );
  });
});

describe("verifySignature", () => {
  const parts = { timestamp: "1700000000", nonce: "n", body: Buffer.from("{}") };
  const right = sign({ protocol: lineFeeds, secret: "s", ...parts });
  const verify = (signature: string, secrets = ["s"]): boolean =>
    verifySignature({ protocol: lineFeeds, secrets, ...parts, signature });

  it("accepts what sign makes, for any bytes, and refuses it once a byte has changed", () => {
    const headerText = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        headerText,
        fc.string(),
        fc.nat(),
        (body, nonce, secret, at) => {
          const made = { timestamp: "1700000000", nonce, body };
          const signature = sign({ protocol: lineFeeds, secret, ...made });
          expect(verifySignature({ protocol: lineFeeds, secrets: [secret], ...made, signature })).toBe(true);
          const altered = Uint8Array.from(body);
          altered[at % body.length] = ((altered[at % body.length] ?? 0) + 1) % 256;
          const forged = { ...made, body: altered };
          expect(verifySignature({ protocol: lineFeeds, secrets: [secret], ...forged, signature })).toBe(
            false,
          );
        },
      ),
    );
  });

  it("accepts the current and the previous secret, and no third one", () => {
    expect(verify(right, ["new", "s"])).toBe(true);
    expect(verify(right, ["s", "old"])).toBe(true);
    expect(verify(right, ["new", "old"])).toBe(false);
    expect(verify(right, [])).toBe(false);
  });

  it.each([
    ["no prefix", right.slice(7)],
    ["another algorithm's name", right.replace("sha256", "sha512")],
    ["upper case digits", `sha256=${right.slice(7).toUpperCase()}`],
    ["63 digits", right.slice(0, -1)],
    ["65 digits", `${right}0`],
    ["a final newline", `${right}\n`],
    ["digits that aren't hexadecimal", `sha256=${"z".repeat(64)}`],
    ["64 characters of two bytes", `sha256=${"é".repeat(64)}`],
    ["the prefix alone", "sha256="],
    ["nothing", ""],
    ["two signatures", `${right}, ${right}`],
  ])("refuses %s", (_name, signature) => {
    expect(verify(signature)).toBe(false);
  });
});
