import { describe, expect, it } from "vitest";
import type { Case } from "../../../commands/conform/index.js";
import { changed } from "../../../commands/conform/request/change.js";
import { exampleBindings, freshEvent } from "../../../commands/conform/request/fresh-event.js";
import type { Change } from "../../../commands/conform/suite/delivery.js";
import { expandCases } from "../../../commands/conform/suite/select.js";
import { validateEvent } from "../../../generated/validators/events.js";
import type { Violation } from "../../../generated/validators/violation.js";
import type { JsonObject } from "../../../runtime/webhook/index.js";
import { protocol, wholeSuite, suite as written } from "../../support/commands/conform/platform.js";

const derived = expandCases(wholeSuite)
  .slice(wholeSuite.cases.length)
  .filter(({ id }) => !id.includes("/near/"));
const bindings = exampleBindings(wholeSuite);
const application = {
  id: "app_mine",
  organization: "org_mine",
  environment: "sandbox",
  product: "product_mine",
};

interface DerivedCase {
  readonly testCase: Case;
  readonly change: readonly Change[];
  readonly accepted: boolean;
  readonly event: JsonObject;
}

/** The derived cases, each with the event that the runner would deliver. */
const deliveries = derived.map((testCase): DerivedCase => {
  const [step] = testCase.steps;
  if (step === undefined || !("deliver" in step) || step.deliver.example === undefined) {
    throw new Error(`${testCase.id} delivers no example`);
  }
  const { subject, case: name } = step.deliver.example;
  const event = wholeSuite.examples[subject]?.[name] as JsonObject;
  const fresh = freshEvent({
    protocol,
    bindings,
    application,
    event,
    eventId: "e",
    resource: "r",
    bind: true,
  });
  const change = (step.deliver.change ?? []) as readonly Change[];
  const accepted = step.expect.status.includes("accepted");
  return { testCase, change, accepted, event: changed(fresh, change) };
});

const violations = (event: JsonObject): readonly Violation[] | "unknown" => {
  const found = validateEvent(event);
  if (found.kind === "unknown") return "unknown";
  if (found.kind === "invalid") return found.errors;
  return [];
};

/** The JSON Pointer of the invalid or missing value. */
const violationPlace = ({ pointer, ...rest }: Violation): string => {
  const { property } = rest as { property?: string };
  if (property === undefined) return pointer;
  return `${pointer}/${property}`;
};

describe("derived cases", () => {
  it("exist for every event type except callbacks", () => {
    const events = new Set(derived.map(({ id }) => id.slice(0, id.lastIndexOf("/"))));
    const subjects = Object.keys(written.examples).filter((name) => name !== "token.agent.action.v1");
    expect([...events].map((name) => name.split("/")[1]).sort()).toEqual(subjects.sort());
  });

  it("have unique ids", () => {
    const ids = expandCases(wholeSuite).map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it("agree with the generated validators on which events are valid", () => {
    const wrong = deliveries.filter(({ event, accepted }) => (violations(event).length === 0) !== accepted);
    expect(wrong.map(({ testCase, event }) => [testCase.id, violations(event)])).toEqual([]);
  });

  it("that change one field are invalid only because of that field", () => {
    const wrong = deliveries.flatMap(({ testCase, change, accepted, event }) => {
      const [only, ...more] = change;
      const found = violations(event);
      if (accepted || only === undefined || more.length > 0 || found === "unknown") return [];
      const pointer = "set" in only ? only.set : only.remove;
      // An invalid field may also violate a rule between two fields.
      const others = found.filter(
        (error) => error.keyword !== "x-rules" && violationPlace(error) !== pointer,
      );
      const onlyRules = found.every(({ keyword }) => keyword === "x-rules");
      const asRule = onlyRules && !/\/(rule|invalid)-/.test(testCase.id);
      if (others.length > 0 || asRule) return [`${testCase.id}: ${found.map(violationPlace).join(", ")}`];
      return [];
    });
    expect(wrong).toEqual([]);
  });

  it("cover statuses, missing fields, types, nulls, rules, added fields and the major version", () => {
    const names = (event: string): string[] =>
      derived.flatMap(({ id }) => (id.includes(`/${event}/`) ? [id.slice(id.lastIndexOf("/") + 1)] : []));
    const count = (event: string, start: string): number =>
      names(event).filter((name) => name.startsWith(start)).length;
    const paused = "oem.subscription.paused.v1";
    // 16 statuses and an invalid one; 10 required fields of the envelope and 15 of the summary; 22 nullable ones.
    expect(count(paused, "status-")).toBe(17);
    expect(count(paused, "missing-")).toBe(25);
    expect(count(paused, "type-")).toBe(47);
    // The required ones, too.
    expect(count(paused, "null-")).toBe(25 + 22);
    expect(count(paused, "rule-")).toBe(4);
    expect(names(paused)).toEqual(
      expect.arrayContaining(["added-field", "added-field-kept", "major-version"]),
    );
    expect(count("oem.access_context.changed.v1", "missing-")).toBe(17);
    expect(count("oem.access_context.changed.v1", "rule-")).toBe(3);
    expect(count("oem.product.activated.v1", "missing-")).toBe(18);
  });
});
