import { afterAll, describe, expect, it } from "vitest";
import { type Outcome, runFile } from "./deviations.js";
import known from "./known-deviations.json" with { type: "json" };
import { openSuite } from "./suite.js";

const suite = openSuite();
const drafts = ["draft2020-12", "draft7"];
const required = drafts.flatMap((draft) => suite.filesIn(draft));
const optional = drafts.flatMap((draft) => [
  ...suite.filesIn(`${draft}/optional`),
  ...suite.filesIn(`${draft}/optional/format`),
]);
const listed = new Map(known.deviations.map(({ file, cases }) => [file, cases]));
const outcomes = new Map<string, Outcome>();

function run(file: string, formats: boolean): Outcome {
  const outcome = runFile(suite, file, { formats });
  outcomes.set(`${file} ${formats}`, outcome);
  return outcome;
}

afterAll(() => {
  const sum = (values: readonly number[]): string =>
    values.reduce((total, value) => total + value, 0).toLocaleString("en");
  const of = (files: readonly string[]): readonly Outcome[] =>
    files.flatMap((file) => outcomes.get(`${file} true`) ?? []);
  const figure = (files: readonly string[]): string => {
    const ran = of(files);
    return `${sum(ran.map(({ cases, deviating }) => cases - deviating.length))} of ${sum(ran.map(({ cases }) => cases))}`;
  };
  console.log(
    `JSON-Schema-Test-Suite ${suite.commit?.slice(0, 7) ?? ""}: required ${figure(required)}, optional ${figure(optional)}`,
  );
});

/** Files that a complete copy of the suite must have. */
const markers = [
  ...drafts.flatMap((draft) => [`${draft}/ref.json`, `${draft}/refRemote.json`, `${draft}/type.json`]),
  ...drafts.map((draft) => `${draft}/optional/format/date-time.json`),
  "draft2020-12/dynamicRef.json",
  "draft2020-12/unevaluatedItems.json",
  "draft2020-12/unevaluatedProperties.json",
];

describe("the suite", () => {
  it("is complete", () => {
    expect([...required, ...optional]).toEqual(expect.arrayContaining(markers));
    expect(Object.keys(suite.remotes)).toContain("http://localhost:1234/integer.json");
  });

  it("has every file with known deviations", () => {
    expect([...required, ...optional]).toEqual(expect.arrayContaining([...listed.keys()]));
  });
});

describe.each([{ formats: true }, { formats: false }])(
  "the required part with `formats: $formats`",
  ({ formats }) => {
    it.each(required)("%s passes completely", (file) => {
      const { cases, deviating } = run(file, formats);
      expect(cases).toBeGreaterThan(0);
      expect(deviating).toEqual([]);
    });
  },
);

describe("the optional part", () => {
  it.each(drafts)("optional/format/date-time of %s has no known deviation", (draft) => {
    expect(listed.has(`${draft}/optional/format/date-time.json`)).toBe(false);
  });

  it.each(optional)("%s deviates only in the known cases", (file) => {
    const { deviating } = run(file, true);
    const where = suite.commit === known.commit ? "" : ` (the list is of the suite at ${known.commit})`;
    expect(deviating.toSorted(), `${file}${where}`).toEqual((listed.get(file) ?? []).toSorted());
  });
});
