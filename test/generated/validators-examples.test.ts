import { describe, expect, it } from "vitest";
import {
  type Expected,
  eventSet,
  findValidator,
  frozen,
  type Instance,
  instances,
  readExpected,
  type Violation,
} from "../support/generated/validator-modules.js";

const examples = instances("examples");
const counterexamples = instances("counterexamples");
const { validateEvent } = await eventSet().load();

const facts = ({ pointer, keyword, property, rule }: Expected): object => ({
  pointer,
  keyword,
  property,
  rule,
});
const sorted = (errors: readonly Expected[]): string[] =>
  errors.map((error) => JSON.stringify(facts(error))).toSorted();
const findMessages = (errors: readonly Violation[]): string[] =>
  errors.map(({ message }) => message).toSorted();
const parsed = ({ text }: Instance): unknown => frozen(JSON.parse(text));

/** The code of a keyword: `minLength` is `min-length`, a rule is `rule/<name>`, `additionalProperties` is `unknown-property`. */
const findCode = ({ keyword, rule }: Violation): string => {
  if (keyword === "x-rules") return `rule/${rule}`;
  if (keyword === "additionalProperties") return "unknown-property";
  return keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
};

describe("a generated validator", () => {
  it("accepts every example", async () => {
    expect(examples.length).toBeGreaterThan(100);
    for (const example of examples) {
      const { is, check } = await findValidator(example.subject);
      const found = check(parsed(example));
      expect({ example, is: is(parsed(example)), found }).toEqual({ example, is: true, found: [] });
    }
  });

  it("accepts every example in strict mode, except for the fields that demonstrate unknown fields", async () => {
    for (const example of examples) {
      const { check } = await findValidator(example.subject);
      const found = check(parsed(example), { strict: true });
      const unknown = found.map(({ property }) => property).filter((name) => !name?.startsWith("example_"));
      expect({ example, unknown }).toEqual({ example, unknown: [] });
    }
  });

  it("finds exactly the expected violations in every counterexample", async () => {
    expect(counterexamples.length).toBeGreaterThan(100);
    for (const example of counterexamples) {
      const { is, check } = await findValidator(example.subject);
      const found = check(parsed(example));
      expect({ example, is: is(parsed(example)), found: sorted(found) }).toEqual({
        example,
        is: false,
        found: sorted(readExpected(example)),
      });
    }
  });

  it("reports the code, contract location, clause and a message of each violation", async () => {
    for (const example of counterexamples) {
      const { check } = await findValidator(example.subject);
      for (const violation of check(parsed(example))) {
        expect(violation.code).toBe(findCode(violation));
        expect(violation.schemaPointer).toMatch(
          new RegExp(`^[\\w./-]+\\.yaml#(?:/[^/]+)*/${violation.keyword}$`),
        );
        expect(violation.clause).toMatch(/^§\d/);
        expect(violation.message).toMatch(/^(?:the document |`).{10,}[^.]$/);
      }
    }
  });

  it("returns one of the violations with `all: false`", async () => {
    for (const example of counterexamples) {
      const { check } = await findValidator(example.subject);
      const [first, ...others] = check(parsed(example), { all: false });
      expect(others).toEqual([]);
      expect(check(parsed(example))).toContainEqual(first);
    }
  });

  it("names the allowed status for a renewed event that is past due", async () => {
    const renewed = examples.find(
      ({ subject, name }) => subject === "oem.subscription.renewed.v1" && name === "minimal",
    );
    const event = JSON.parse(renewed?.text ?? "") as { data: { status: string } };
    event.data.status = "past_due";
    const { check } = await findValidator("oem.subscription.renewed.v1");
    const wanted = {
      code: "enum",
      pointer: "/data/status",
      keyword: "enum",
      message: "`data.status` is `past_due`; a `renewed` event allows only `active`",
      schemaPointer:
        "events.asyncapi.yaml#/components/messages/SubscriptionRenewed/payload/schema/properties/data/properties/status/enum",
      clause: "§6.5",
    };
    expect(check(event)).toEqual([wanted]);
    expect(validateEvent(event)).toEqual({ kind: "invalid", errors: [wanted] });
  });
});

describe("validateEvent", () => {
  it("finds the same violations as the validator of the event's type", async () => {
    const events = [...examples, ...counterexamples].filter(({ subject }) => subject.includes("."));
    expect(events.length).toBeGreaterThan(200);
    for (const example of events) {
      const value = parsed(example);
      const result = validateEvent(value);
      if (result.kind === "unknown") continue;
      const { event_type: type } = value as { event_type: string };
      const { check } = await findValidator(type).catch(() => findValidator(example.subject));
      const errors = result.kind === "invalid" ? result.errors : [];
      expect({ example, errors: sorted(errors) }).toEqual({ example, errors: sorted(check(value)) });
      expect(findMessages(errors)).toEqual(findMessages(check(value)));
    }
  });

  it("reports no violations of another event type", () => {
    for (const example of counterexamples) {
      const value = parsed(example);
      const result = validateEvent(value);
      if (result.kind !== "invalid") continue;
      const type = String((value as { event_type: unknown }).event_type);
      const narrowings = result.errors
        .map(({ schemaPointer }) => /\/components\/messages\/(\w+)\//.exec(schemaPointer)?.[1])
        .filter((message) => message !== undefined);
      const words = type
        .replace(/\.v\d+$/, "")
        .split(".")
        .slice(1)
        .join("_");
      for (const message of narrowings) expect(words.replaceAll("_", "")).toBe(message.toLowerCase());
    }
  });
});
