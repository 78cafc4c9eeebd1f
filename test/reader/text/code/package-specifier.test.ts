import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPackageSpecifier, packageSpecifier } from "../../../../reader/text/code/identifier.js";
import { hostileText } from "../../../support/reader/text/code/hostile.js";

describe("the name of a package", () => {
  it.each(["kit", "@oipkit/runtime", "@acme/kit/runtime", "a.b-c_d~e", "kit/Runtime/v1.2"])(
    "accepts %s",
    (name) => {
      expect(isPackageSpecifier(name)).toBe(true);
      expect(String(packageSpecifier(name))).toBe(name);
    },
  );

  it.each([
    "",
    ".",
    "./kit",
    "../kit",
    "/kit",
    "kit/",
    "kit/..",
    "kit/../other",
    "kit//a",
    "@acme",
    "@acme/",
    "Kit",
    "node:fs",
    "https://kit.example",
    "#kit",
    'kit"',
    "kit*/",
    "kit\n",
    "a".repeat(215),
  ])("rejects %j", (name) => {
    expect(isPackageSpecifier(name)).toBe(false);
    expect(() => packageSpecifier(name)).toThrow(TypeError);
  });

  it("must be a string", () => {
    expect([undefined, null, 1, ["kit"], { kit: 1 }].filter(isPackageSpecifier)).toEqual([]);
  });

  it("has no character that could end a string or a comment", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(!isPackageSpecifier(text) || /^[\w@~./-]+$/.test(text)).toBe(true);
      }),
    );
  });
});
