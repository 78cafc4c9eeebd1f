import { describe, expect, it } from "vitest";
import { subjects } from "../../generated/validators/catalog.js";
import { eventSet, frozen, instances, type Validator } from "../support/generated/validator-modules.js";

type Json = Record<string, unknown>;
const { validateEvent } = await eventSet().load();
const all = await Promise.all(
  Object.entries(subjects).map(async ([name, { load }]) => [name, await load()] as const),
);
const examples = instances("examples").filter(({ name }) => name === "full" || name === "minimal");
const findExample = (subject: string): Json =>
  JSON.parse(examples.find((each) => each.subject === subject)?.text ?? "{}") as Json;

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { data: value };
  return value;
};

/** The number of violations, after checking that all modes of `is` and `check` agree and none throws. */
function checkFindings([name, { is, check }]: readonly [string, Validator], value: unknown): number {
  const found = check(value);
  expect({ name, is: is(value) }).toEqual({ name, is: found.length === 0 });
  expect(found.length).toBeLessThanOrEqual(1000);
  expect(check(value, { strict: true }).length).toBeLessThanOrEqual(1000);
  expect(check(value, { all: false }).length).toBe(found.length === 0 ? 0 : 1);
  return found.length;
}

describe("a validator with a hostile value", () => {
  it.each([
    ["nothing", undefined],
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a bigint", 1n],
    ["a symbol", Symbol("x")],
    ["a function", () => 1],
    ["a date", new Date(0)],
    ["a map", new Map([["a", 1]])],
    ["an object without a prototype", Object.create(null)],
    ["20,000 levels", deep(20_000)],
    ["a string of 20 million characters", "x".repeat(20_000_000)],
    ["a sparse array", new Array(5)],
  ])("reports violations and doesn't throw: %s", (_, value) => {
    for (const each of all) checkFindings(each, value);
    expect(["invalid", "unknown"]).toContain(validateEvent(value).kind);
  });

  it("doesn't throw for such a value of a field", () => {
    const odd = [Number.NaN, -0, 1n, Symbol("x"), () => 1, new Date(0), deep(20_000), null];
    for (const [name, validator] of all) {
      const example = findExample(name);
      for (const field of Object.keys(example))
        for (const value of odd) checkFindings([name, validator], { ...example, [field]: value });
    }
  });

  it("stops at a thousand violations for a list of a million invalid items", () => {
    const wrong = Array.from({ length: 1_000_000 }, (_, index) => index);
    const lists = all.flatMap(([name, validator]) => {
      const example = findExample(name);
      return Object.keys(example).flatMap((field) =>
        Array.isArray(example[field])
          ? [checkFindings([name, validator], { ...example, [field]: wrong })]
          : [],
      );
    });
    expect(Math.max(...lists)).toBe(1000);
  });

  it("stops at a thousand unknown fields", () => {
    const extra = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`field_${index}`, index]),
    );
    const event = { ...findExample("oem.subscription.renewed.v1"), ...extra };
    const result = validateEvent(event, { strict: true });
    expect(result).toMatchObject({ kind: "invalid", errors: { length: 1000 } });
  });

  it("treats names that every object inherits as ordinary names", () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const [name, validator] of all) {
      for (const hostile of [
        '{"__proto__": {"is": true, "event_type": "oem.subscription.renewed.v1"}}',
        '{"constructor": {"prototype": {"polluted": true}}, "toString": 1, "hasOwnProperty": null}',
      ]) {
        const example = findExample(name);
        const value = JSON.parse(hostile) as Json;
        checkFindings([name, validator], value);
        if (Object.keys(example).length === 0) continue;
        const mixed = JSON.parse(`${hostile.slice(0, -1)},${JSON.stringify(example).slice(1)}`) as Json;
        checkFindings([name, validator], mixed);
      }
    }
    expect(({} as Json).polluted).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(
      validateEvent(JSON.parse('{"__proto__": {"event_type": "oem.subscription.renewed.v1"}}')).kind,
    ).toBe("unknown");
  });

  it("doesn't modify its input", () => {
    const cases = [...instances("examples"), ...instances("counterexamples")];
    for (const { subject, text } of cases) {
      const value: unknown = JSON.parse(text);
      const validator = all.find(([name]) => name === subject);
      if (validator === undefined) throw new Error(subject);
      checkFindings(validator, frozen(value));
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });
});
