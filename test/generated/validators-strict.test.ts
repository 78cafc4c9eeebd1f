import { describe, expect, it } from "vitest";
import { eventSet, findValidator, instances } from "../support/generated/validator-modules.js";

type Json = Record<string, unknown>;
const { validateEvent } = await eventSet().load();
const full = instances("examples").filter(({ name }) => name === "full");

/** Every object in a document, with its JSON Pointer. */
function objectsIn(value: unknown, pointer = ""): [string, Json][] {
  if (value === null || typeof value !== "object") return [];
  const below = Object.entries(value).flatMap(([name, item]) => objectsIn(item, `${pointer}/${name}`));
  if (Array.isArray(value)) return below;
  return [[pointer, value as Json], ...below];
}

describe("strict validation", () => {
  it("finds a field that the contract doesn't have at every level of an event", async () => {
    const events = full.filter(({ subject }) => subject.startsWith("oem.subscription."));
    expect(events.length).toBeGreaterThan(15);
    for (const { subject, text } of events) {
      const { check, is } = await findValidator(subject);
      const event = JSON.parse(text) as Json;
      const pointers = objectsIn(event).map(([pointer, object]) => {
        object["not/in the~contract"] = 1;
        return pointer;
      });
      expect(pointers).toEqual(["", "/data"]);
      expect(is(event)).toBe(true);
      expect(check(event)).toEqual([]);
      const found = check(event, { strict: true });
      expect(found.map(({ pointer }) => pointer).toSorted()).toEqual(pointers);
      for (const violation of found) {
        expect(violation).toMatchObject({ code: "unknown-property", property: "not/in the~contract" });
        expect(violation.schemaPointer).toMatch(/^[\w./-]+\.yaml#/);
        expect(violation.message).toMatch(
          /^(?:the document|`data`) has the property `not\/in the~contract`, which the contract doesn't declare$/,
        );
      }
      expect(check(event, { strict: true, all: false })).toEqual(found.slice(0, 1));
      expect(validateEvent(event)).toMatchObject({ kind: "valid" });
      expect(validateEvent(event, { strict: true })).toEqual({ kind: "invalid", errors: found });
    }
  });

  it("reports violations and unknown fields together, each once", async () => {
    const example = full.find(({ subject }) => subject === "subscription-summary");
    const { check } = await findValidator("subscription-summary");
    const summary = { ...(JSON.parse(example?.text ?? "") as Json), status: "asleep", extra: 1 };
    const codes = check(summary, { strict: true }).map(({ code }) => code);
    expect(codes).toEqual(["enum", "unknown-property"]);
  });

  it("accepts unknown fields of objects that a contract deliberately leaves open", async () => {
    const open = instances("examples").filter(({ subject }) => /^payment\.|^oem\.support\./.test(subject));
    expect(open.length).toBeGreaterThan(5);
    for (const { subject, text } of open) {
      const { check } = await findValidator(subject);
      const event = JSON.parse(text) as Json;
      expect(check({ ...event, data: { anything: { goes: [1] } } }, { strict: true })).toEqual(
        check({ ...event, data: { anything: { goes: [1] } } }),
      );
    }
  });
});
