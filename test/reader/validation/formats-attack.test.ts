// @needs own-process
import { describe, expect, it } from "vitest";
import { formatNames } from "../../../reader/validation/formats.js";
import { compile } from "../../../reader/validation/index.js";
import { support } from "../../../reader/validation/support.js";

const length = 100_000;
/** In milliseconds: a linear format needs a few in all; one quadratic expression takes ten seconds for a single text. */
const deadline = 20_000;

/** Time that this process used, whatever else the machine does, in milliseconds. */
const processorTime = (): number => process.cpuUsage().user / 1000;

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
  '"',
  "a@[IPv6:",
  "xn--",
  "ü",
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
  "\\ ",
  "xn--a.",
  "ü",
  "ü.",
  "\u0628\u200c",
  "{a,",
  "a.aa/@",
];
const ends = [" ", "\0", "]", "@[a]", "%"];

describe("a hostile text", () => {
  it.each(formatNames)("takes linear time by the format %s", (format) => {
    const { is } = compile({ format });
    const began = processorTime();
    for (const start of starts)
      for (const pump of pumps)
        for (const end of ends) {
          is(start + pump.repeat(length / pump.length) + end);
          // Ends at the first slow text, instead of after all of them.
          expect(processorTime() - began).toBeLessThan(deadline);
        }
  });

  it("takes linear time to compare instants", () => {
    const fraction = `${"0".repeat(length)}1`;
    const began = processorTime();
    const [a, b] = [`2020-01-01T00:00:00.${fraction}Z`, `2020-01-01T00:00:00.${fraction}+00:00`];
    expect(support.isNotLater(a, b)).toBe(true);
    expect(support.isNotLater(`${a.slice(0, -1)}1Z`, b)).toBe(false);
    expect(processorTime() - began).toBeLessThan(5000);
  });
});
