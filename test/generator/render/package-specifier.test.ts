import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPackageSpecifier, packageSpecifier } from "../../../generator/render/package-specifier.js";
import { hostileText } from "./hostile.js";

describe("the name of a package", () => {
  it.each(["kit", "@oipkit/runtime", "@acme/kit/runtime", "a.b-c_d~e", "kit/Runtime/v1.2"])(
    "%s is one",
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
  ])("%j is none", (name) => {
    expect(isPackageSpecifier(name)).toBe(false);
    expect(() => packageSpecifier(name)).toThrow(TypeError);
  });

  it("is text only", () => {
    expect([undefined, null, 1, ["kit"], { kit: 1 }].filter(isPackageSpecifier)).toEqual([]);
  });

  it("holds nothing that could leave a string or a comment", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(!isPackageSpecifier(text) || /^[\w@~./-]+$/.test(text)).toBe(true);
      }),
    );
  });
});
