// @needs python3
import { spawnSync } from "node:child_process";
import { createCipheriv, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../../examples/receivers/python/", import.meta.url));
const program = `
import json, sys
from aes import decrypt_cbc
for line in sys.stdin:
    key, vector, text = (bytes.fromhex(part) for part in json.loads(line))
    try:
        print(decrypt_cbc(key, vector, text).hex() or "empty")
    except ValueError as error:
        print(error)
`;

type Vector = readonly [key: Buffer, vector: Buffer, text: Buffer];

function decrypted(vectors: readonly Vector[]): string[] {
  const input = vectors.map((parts) => JSON.stringify(parts.map((part) => part.toString("hex")))).join("\n");
  const { stdout, stderr } = spawnSync("python3", ["-B", "-c", program], {
    cwd: folder,
    input,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

function sealed(plain: Buffer, padding = true): Vector {
  const [key, vector] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv("aes-256-cbc", key, vector).setAutoPadding(padding);
  return [key, vector, Buffer.concat([cipher.update(plain), cipher.final()])];
}

describe("AES-256-CBC in Python", () => {
  it("decrypts the example in SP 800-38A, F.2.6", () => {
    const hex = (text: string): Buffer => Buffer.from(text, "hex");
    const key = hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    const vector = hex("000102030405060708090a0b0c0d0e0f");
    const plain = hex("6bc1bee22e409f96e93d7e117393172a");
    // The first block of the standard's example, followed by a block of padding.
    const first = hex("f58c4c04d6e5f1ba779eabfb5f7bfbd6");
    const cipher = createCipheriv("aes-256-cbc", key, vector);
    const text = Buffer.concat([cipher.update(plain), cipher.final()]);
    expect(text.subarray(0, 16)).toEqual(first);
    expect(decrypted([[key, vector, text]])).toEqual([plain.toString("hex")]);
  });

  it("agrees with OpenSSL for any key and length", () => {
    const texts = Array.from({ length: 200 }, (_, length) => randomBytes(length));
    const wanted = texts.map((text) => text.toString("hex") || "empty");
    expect(decrypted(texts.map((text) => sealed(text)))).toEqual(wanted);
  });

  it("refuses invalid padding and incomplete blocks", () => {
    const block = (...end: number[]): Buffer =>
      Buffer.concat([Buffer.alloc(32 - end.length, 7), Buffer.from(end)]);
    const [key, vector, text] = sealed(Buffer.from("text"));
    const broken: readonly Vector[] = [
      sealed(block(0), false),
      sealed(block(17), false),
      sealed(block(255), false),
      sealed(block(1, 2), false),
      sealed(block(3, 2, 3), false),
      [key, vector, Buffer.alloc(0)],
      [key, vector, text.subarray(0, 15)],
      [key, vector.subarray(1), text],
      [key.subarray(16), vector, text],
    ];
    expect(decrypted(broken)).toEqual([
      ...Array.from({ length: 5 }, () => "wrong padding"),
      ...Array.from({ length: 4 }, () => "not whole blocks"),
    ]);
  });
});
