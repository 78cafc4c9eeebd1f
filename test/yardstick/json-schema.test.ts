import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFile } from "../support/yardstick/deviations.js";
import { type GeneratedOutcome, runGenerated } from "../support/yardstick/generated.js";
import { openSuite } from "../support/yardstick/suite.js";
import known from "./known-deviations.json" with { type: "json" };

const suite = openSuite();
/** The dialects that are read. */
const drafts = ["draft2020-12", "draft2019-09", "draft7", "draft6"];
const part = (name: "required" | "optional", draft: string): readonly string[] =>
  name === "required"
    ? suite.filesIn(draft)
    : [...suite.filesIn(`${draft}/optional`), ...suite.filesIn(`${draft}/optional/format`)];
const all = drafts.flatMap((draft) => [...part("required", draft), ...part("optional", draft)]);

interface Known {
  readonly file: string;
  readonly cases: readonly string[];
}

const listed = new Map<string, readonly string[]>(
  known.deviations.map(({ file, cases }: Known) => [file, cases]),
);
const generated = new Map<string, GeneratedOutcome>();
/** Cases and deviations by part, for the last line. */
const figures = new Map<string, { cases: number; deviating: number }>();

function count(
  name: string,
  { cases, deviating }: { readonly cases: number; readonly deviating: readonly string[] },
) {
  const before = figures.get(name) ?? { cases: 0, deviating: 0 };
  figures.set(name, { cases: before.cases + cases, deviating: before.deviating + deviating.length });
}

beforeAll(async () => {
  for (const draft of drafts) {
    const files = [...part("required", draft), ...part("optional", draft)];
    for (const [file, outcome] of await runGenerated(suite, files)) generated.set(file, outcome);
  }
});

afterAll(() => {
  const lines = [...figures].map(([name, { cases, deviating }]) => {
    const passed = (cases - deviating).toLocaleString("en");
    return `${name}: ${passed} of ${cases.toLocaleString("en")}`;
  });
  console.log(`JSON-Schema-Test-Suite ${suite.commit?.slice(0, 7) ?? ""}\n${lines.join("\n")}`);
});

/** Files that a complete copy of the suite must have. */
const markers = [
  ...drafts.flatMap((draft) => [`${draft}/ref.json`, `${draft}/refRemote.json`, `${draft}/type.json`]),
  ...drafts.map((draft) => `${draft}/optional/format/date-time.json`),
  "draft2020-12/dynamicRef.json",
  "draft2019-09/recursiveRef.json",
  "draft2020-12/unevaluatedItems.json",
  "draft2020-12/unevaluatedProperties.json",
];

describe("the suite", () => {
  it("is complete", () => {
    expect(all).toEqual(expect.arrayContaining(markers));
    expect(Object.keys(suite.remotes)).toContain("http://localhost:1234/integer.json");
  });

  it("has every file with known deviations", () => {
    expect(all).toEqual(expect.arrayContaining([...listed.keys()]));
  });
});

const required = drafts.flatMap((draft) => part("required", draft));
const optional = drafts.flatMap((draft) => part("optional", draft));

describe("the required part", () => {
  it.each(required)("%s passes completely in generated modules", (file) => {
    const outcome = generated.get(file) as GeneratedOutcome;
    count(`generated, required of ${file.split("/")[0]}`, outcome);
    expect(outcome.cases).toBeGreaterThan(0);
    expect([...outcome.refused]).toEqual([]);
    expect(outcome.deviating).toEqual(annotatedFormats(file, outcome.deviating));
  });

  it.each(required)("%s passes completely in compiled schemas, with and without formats", (file) => {
    for (const formats of [true, false]) {
      const outcome = runFile(suite, file, { formats });
      if (formats) count(`compiled, required of ${file.split("/")[0]}`, outcome);
      expect(outcome.deviating).toEqual(formats ? annotatedFormats(file, outcome.deviating) : []);
    }
  });
});

describe("the optional part", () => {
  it.each(drafts)("optional/format/date-time of %s has no known deviation", (draft) => {
    expect(listed.has(`${draft}/optional/format/date-time.json`)).toBe(false);
  });

  it.each(optional)("%s deviates only in the known cases, and in all of them", (file) => {
    const modules = generated.get(file) as GeneratedOutcome;
    const compiled = runFile(suite, file, { formats: true });
    count(`generated, optional of ${file.split("/")[0]}`, modules);
    count(`compiled, optional of ${file.split("/")[0]}`, compiled);
    expect([...modules.refused]).toEqual([]);
    expect(compiled.deviating, `${file}: compiled and generated agree`).toEqual(modules.deviating);
    const where = suite.commit === known.commit ? "" : ` (the list is of the suite at ${known.commit})`;
    expect(modules.deviating.toSorted(), `${file}${where}`).toEqual((listed.get(file) ?? []).toSorted());
  });
});

/** The cases of newer suites by which `format` asserts nothing by default: here it is asserted unless it is turned off. */
function annotatedFormats(file: string, deviating: readonly string[]): readonly string[] {
  if (file !== "draft2020-12/format.json") return [];
  return deviating.filter((name) => name.endsWith("is only an annotation by default"));
}
