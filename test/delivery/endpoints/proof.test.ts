import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readKeyRing } from "../../../delivery/credentials/key-ring.js";
import { checkProof, makeProof } from "../../../delivery/endpoints/test-connection.js";

const [old, fresh] = ["old", "fresh"].map((id) => ({ id, bytes: randomBytes(32) })) as [Key, Key];
interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}
const keyRing = readKeyRing({ keys: [fresh, old] });
const proven = { organization: "org", application: "app", url: "https://a.example/x?y=1", revision: 4 };
const invalid = expect.objectContaining({ code: "proof-invalid" });

describe("a proof", () => {
  it("holds for what it was made for, until its last millisecond", () => {
    const proof = makeProof(keyRing, proven, 1000);
    checkProof(keyRing, proven, { proof, now: 1000 });
    expect(() => checkProof(keyRing, proven, { proof, now: 1001 })).toThrow(
      expect.objectContaining({ code: "proof-expired" }),
    );
    expect(() => checkProof(keyRing, proven, { proof: undefined, now: 1 })).toThrow(
      expect.objectContaining({ code: "proof-missing" }),
    );
  });

  it("holds for nothing else, wherever a byte is", () => {
    const text = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", '"', ",", "\\", "1", "\0", "é") });
    const any = fc.record({ organization: text, application: text, url: text, revision: fc.nat(12) });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const proof = makeProof(keyRing, a, 1000);
        const check = () => checkProof(keyRing, b, { proof, now: 1 });
        const isSame = JSON.stringify(Object.values(a)) === JSON.stringify(Object.values(b));
        if (isSame) check();
        else expect(check).toThrow(invalid);
      }),
    );
    const proof = makeProof(keyRing, proven, 1000);
    for (const changed of [
      { organization: "orG" },
      { application: "app " },
      { url: `${proven.url}&` },
      { url: "https://A.example/x?y=1" },
      { revision: 5 },
    ])
      expect(() => checkProof(keyRing, { ...proven, ...changed }, { proof, now: 1 })).toThrow(invalid);
  });

  it("can't be changed, extended or made up", () => {
    const proof = makeProof(keyRing, proven, 1000);
    for (let at = 0; at < proof.length; at += 1) {
      const other = proof[at] === "A" ? "B" : "A";
      const changed = proof.slice(0, at) + other + proof.slice(at + 1);
      expect(() => checkProof(keyRing, proven, { proof: changed, now: 1 })).toThrow(invalid);
    }
    for (const made of [
      "",
      "x",
      `${proof}A`,
      proof.replace(".1000.", ".9999."),
      proof.replace(".1000.", ".01000."),
    ])
      expect(() => checkProof(keyRing, proven, { proof: made, now: 1 })).toThrow(invalid);
  });

  it("outlives a change of the current key, and ends with its own", () => {
    const proof = makeProof(readKeyRing({ keys: [old] }), proven, 1000);
    checkProof(keyRing, proven, { proof, now: 1 });
    expect(() => checkProof(readKeyRing({ keys: [fresh] }), proven, { proof, now: 1 })).toThrow(invalid);
    const other = readKeyRing({ keys: [{ id: "old", bytes: randomBytes(32) }] });
    expect(() => checkProof(other, proven, { proof, now: 1 })).toThrow(invalid);
  });
});
