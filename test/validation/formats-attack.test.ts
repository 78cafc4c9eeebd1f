import { describe, expect, it } from "vitest";
import { formatNames } from "../../generator/validation/formats.js";
import { compile } from "../../generator/validation/index.js";
import { support } from "../../generator/validation/support.js";

const length = 100_000;
/** A linear format needs milliseconds in all; one quadratic expression takes ten seconds for a single text. */
const deadline = 20_000;

const starts = [
  "",
  "a",
  "a:",
  "//",
  "a://",
  "http://a",
  "http://a@",
  "/",
  "#/",
  "2020-01-01T00:00:00.",
  "P",
  "{",
  "::",
];
const pumps = [
  "a",
  "0",
  "/",
  ":",
  "@",
  ".",
  "-",
  "a.",
  "a-",
  "a@",
  "0:",
  "1.2.3.4:",
  "%41",
  "[",
  "?",
  "#",
  "+",
  "{a}",
  "~0",
];
const ends = ["\0", "]", "@[a]", "%"];

describe("a hostile text", () => {
  it.each(formatNames)("takes linear time by the format %s", (format) => {
    const { is } = compile({ format });
    const began = performance.now();
    for (const start of starts)
      for (const pump of pumps)
        for (const end of ends) {
          is(start + pump.repeat(length / pump.length) + end);
          // Ends at the first slow text, instead of after all of them.
          expect(performance.now() - began).toBeLessThan(deadline);
        }
  });

  it("takes linear time where instants are compared", () => {
    const fraction = `${"0".repeat(length)}1`;
    const began = performance.now();
    const [a, b] = [`2020-01-01T00:00:00.${fraction}Z`, `2020-01-01T00:00:00.${fraction}+00:00`];
    expect(support.isNotLater(a, b)).toBe(true);
    expect(support.isNotLater(`${a.slice(0, -1)}1Z`, b)).toBe(false);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
