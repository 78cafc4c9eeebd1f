import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readKeyRing } from "../../../delivery/credentials/key-ring.js";

const [one, two] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const environment = (OIPKIT_DELIVERY_KEYS: string) => ({ environment: { OIPKIT_DELIVERY_KEYS } });

describe("a key ring", () => {
  it("is the same from a variable, a file or bytes; the first key is the current one", () => {
    const keys = [
      { id: "2027", bytes: Buffer.from(two, "base64") },
      { id: "2026", bytes: Buffer.from(one, "base64") },
    ];
    const rings = [
      readKeyRing({ keys }),
      readKeyRing(environment(`2027:${two},2026:${one}`)),
      readKeyRing({ readFile: () => `2027:${two}\n2026:${one}\n` }),
    ];
    for (const ring of rings) {
      expect(ring.currentId).toBe("2027");
      for (const id of ["2026", "2027"])
        expect(ring.key(id, "credentials")).toEqual(rings[0]?.key(id, "credentials"));
      expect(ring.key("2026", "credentials")).not.toEqual(ring.key("2027", "credentials"));
      expect(ring.key("2026", "credentials")).not.toEqual(ring.key("2026", "proofs"));
    }
  });

  it("says how to get a key if there is none", () => {
    for (const options of [{}, environment(""), environment(" , "), { keys: [] }])
      expect(() => readKeyRing(options)).toThrow(/OIPKIT_DELIVERY_KEYS.*openssl rand -base64 32/);
  });

  it.each([
    ["without an id", `:${one}`],
    ["without a colon", one],
    ["of 31 bytes", `a:${randomBytes(31).toString("base64")}`],
    ["of 33 bytes", `a:${randomBytes(33).toString("base64")}`],
    ["in hex", `a:${randomBytes(32).toString("hex")}`],
    ["without padding", `a:${one.replace("=", "")}`],
    ["with the same id", `a:${one},a:${two}`],
    ["with a strange id", `a/b:${one}`],
  ])("refuses a key %s, without quoting it", (_, text) => {
    let message = "";
    try {
      readKeyRing(environment(text));
    } catch (failure) {
      expect(failure).toMatchObject({ code: "delivery-options" });
      message = String(failure);
    }
    expect(message).toContain("malformed");
    expect(message).not.toContain(text.slice(-20));
  });
});
