import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromCorpus, type Judged, type Measured } from "../../support/repository/corpus/modules.js";

const judge = await fromCorpus<
  (all: readonly Measured[], judgements?: ReadonlyMap<string, string>) => Judged[]
>("verdicts.mjs", "judge");
const goalsOf = await fromCorpus<
  (all: readonly Judged[]) => { readonly text: string; readonly reached: boolean }[]
>("verdicts.mjs", "goalsOf");
const section = await fromCorpus<(run: object) => string>("section.mjs", "section");
const cell = await fromCorpus<(text: string) => string>("section.mjs", "cell");
const thrown = await fromCorpus<(error: unknown) => { kind: string; reasons: object[] }>(
  "outcome.mjs",
  "thrown",
);

const document = { id: "shop.json", kind: "openapi" };
const reason = { code: "ref-not-found", message: "there is nothing", place: "/a" };

function outcome(id: string, kind: string, errors = 0, of = document): Measured {
  const types = {
    kind: "done",
    count: errors,
    errors: [{ path: "a.ts", line: 1, code: "TS1", message: "m" }],
  };
  const reasons = kind === "accepted" ? [] : [reason];
  const result = { kind, reasons, warnings: 0, milliseconds: 1 };
  return {
    document: of,
    tool: { id, label: id },
    result: kind === "accepted" ? { ...result, types } : result,
  };
}

const listVerdicts = (...all: Measured[]) => judge(all).map(({ verdict }) => verdict);

describe("a refusal", () => {
  const refused = outcome("oipkit", "refused");

  it("is wrong if another tool writes code that compiles", () => {
    expect(listVerdicts(refused, outcome("hey-api", "accepted"))).toEqual(["refused-wrongly", "accepted"]);
  });

  it("is right if nobody does, and says why", () => {
    expect(listVerdicts(refused, outcome("hey-api", "accepted", 3))).toEqual([
      "refused-rightly",
      "type-errors",
    ]);
    expect(judge([refused])).toMatchObject([{ why: "ref-not-found: /a there is nothing" }]);
  });

  it("is right if somebody judged so, for this tool and document alone", () => {
    const all = [refused, outcome("hey-api", "accepted")];
    expect(judge(all, new Map([["oipkit shop.json", "two ids"]]))[0]).toMatchObject({
      verdict: "refused-rightly",
      why: "two ids",
    });
    expect(judge(all, new Map([["hey-api shop.json", "two ids"]]))[0]?.verdict).toBe("refused-wrongly");
  });
});

it("a tool that crashes, hangs or runs out of memory says nothing about the document", () => {
  expect(listVerdicts(...["crashed", "timeout", "memory"].map((kind) => outcome("oipkit", kind)))).toEqual([
    "failed",
    "failed",
    "failed",
  ]);
});

it("an error of the language is a crash, also if hey-api wraps it; any other is a refusal", () => {
  const wrapped = Object.assign(new Error(""), { originalError: { error: new TypeError("x is null") } });
  expect(
    [new Error("no"), new RangeError("deep"), wrapped, "text"].map((error) => thrown(error).kind),
  ).toEqual(["refused", "crashed", "crashed", "refused"]);
});

describe("validators that were generated", () => {
  const withUse = (kind: string, count: number): Measured => {
    const accepted = outcome("oipkit", "accepted");
    const errors = [{ path: "validators/a.js", message: "check: with null: TypeError: x" }];
    return { ...accepted, result: { ...accepted.result, used: { kind, count, errors, checks: 7 } } };
  };

  it("that fail when they are called are a verdict of their own, and miss a goal", () => {
    const all = judge([withUse("done", 2)]);
    expect(all).toMatchObject([
      { verdict: "not-usable", why: "2 fail, first validators/a.js check: with null: TypeError: x" },
    ]);
    expect(goalsOf(all)[3]).toEqual({
      reached: false,
      text: "validators of 1 outputs of oipkit fail when they are loaded or called (7 were), wanted are 0",
    });
  });

  it("that end or hang the process which loads them are a failure", () => {
    expect(judge([withUse("timeout", 0)])).toMatchObject([
      { verdict: "failed", why: "loading validators: timeout" },
    ]);
  });

  it("that work are fine", () => {
    expect(judge([withUse("done", 0)])).toMatchObject([{ verdict: "accepted" }]);
  });
});

describe("the goals", () => {
  const many = (size: number, refusedByUs: number) =>
    Array.from({ length: size }, (_, index) => {
      const of = { id: `${index}`, kind: "openapi" };
      const own = index < refusedByUs ? "refused" : "accepted";
      return [outcome("oipkit", own, 0, of), outcome("openapi-typescript", "accepted", 0, of)];
    }).flat();
  const reached = (all: readonly Measured[]) => goalsOf(judge(all)).map((goal) => goal.reached);

  it("allow one refusal in 200 documents that openapi-typescript accepts", () => {
    expect(reached(many(200, 1))).toEqual([true, true, true, true, true]);
    expect(reached(many(199, 1))).toEqual([false, true, true, true, true]);
  });

  it("don't count documents that openapi-typescript refuses, too", () => {
    expect(reached([outcome("oipkit", "refused"), outcome("openapi-typescript", "refused")])[0]).toBe(true);
  });

  it("allow neither type errors nor crashes, but only oipkit's", () => {
    expect(reached([outcome("oipkit", "accepted", 1)])).toEqual([true, true, false, true, true]);
    expect(reached([outcome("oipkit", "timeout")])).toEqual([true, true, true, true, false]);
    expect(reached([outcome("hey-api", "accepted", 1)])).toEqual([true, true, true, true, true]);
  });
});

describe("the section of the page", () => {
  const run = {
    packages: [{ name: "oipkit", version: "1.0.0" }],
    sample: { size: 1, seed: "1", of: 9, tooLarge: 2, maxBytes: 2 ** 20 },
    versions: new Map([["OpenAPI 3.0", 1]]),
    date: "2026-01-02",
    node: "20.0.0",
  };

  it("counts verdicts by tool and lists what isn't read", () => {
    const all = judge([outcome("oipkit", "refused"), outcome("hey-api", "accepted")]);
    const lines = section({ ...run, all }).split("\n");
    const numbers = (name: string) =>
      lines
        .find((line) => line.startsWith(`| ${name} `))
        ?.match(/\d+/g)
        ?.map(Number);
    expect(numbers("oipkit")).toEqual([0, 0, 0, 0, 1, 0]);
    expect(numbers("hey-api")).toEqual([1, 0, 0, 0, 0, 0]);
    expect(lines.filter((line) => line.includes("shop.json"))).toEqual([
      "| oipkit | shop.json | refused wrongly | ref-not-found: /a there is nothing |",
    ]);
  });

  it("shows text of a document as text, in one line of bounded length", () => {
    expect(cell("a|b\n<!-- corpus: end -->")).toBe("a&#124;b &#60;&#33;-- corpus: end --&#62;");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 250 }), (text) => {
        expect(cell(text)).not.toMatch(/[\n\r|<>[\]`*]/);
        expect(cell(text).length).toBeLessThan(1300);
      }),
    );
  });
});
