import { expect, it } from "vitest";
import { eventTexts } from "../../../platform/sandbox/generated/event-texts/event-texts.js";
import { check } from "../../../platform/sandbox/generated/validators/subscription-past-due.js";

interface Member {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly constraints: readonly (readonly [keyword: string, value: string])[];
  readonly description: string;
}

type Shapes = Readonly<
  Record<string, { readonly members: readonly Member[]; readonly example: string } | null>
>;

// A part of the build, without types.
const file = new URL("../../../platform/console/event-shapes.mjs", import.meta.url).href;
const { readEventShapes } = (await import(file)) as {
  readonly readEventShapes: (contracts: string) => Shapes;
};
const shapes = readEventShapes("contracts");

it("has every event and callback, and says which ones the platform's document doesn't show", () => {
  expect(Object.keys(shapes).sort()).toEqual(eventTexts.map(({ event_type }) => event_type).sort());
  const published = Object.keys(shapes).filter((type) => shapes[type] !== null);
  expect(published.filter((type) => type.startsWith("oem.subscription.")).length).toBeGreaterThan(15);
  expect(shapes["payment.succeeded.v1"]).toBeNull();
});

it("describes members as the contract does: those of the envelope, of the family and of the event itself", () => {
  const shape = shapes["oem.subscription.past_due.v1"];
  const byPath = new Map(shape?.members.map((member) => [member.path, member]));
  expect(byPath.get("event_type")?.constraints).toContainEqual(["const", "oem.subscription.past_due.v1"]);
  expect(byPath.get("resource_id")).toMatchObject({
    type: "string",
    required: true,
    description: "Subscription id.",
  });
  expect(byPath.get("data.status")).toMatchObject({
    type: "string",
    required: true,
    constraints: [["enum", "past_due, grace_period"]],
  });
  expect(byPath.get("data.plan_version")?.constraints).toContainEqual(["minimum", "1"]);
  expect(byPath.get("data.trial_end")?.required).toBe(false);
  expect(check(JSON.parse(shape?.example ?? ""))).toEqual([]);
});

it("has each member of each example, with a description", () => {
  for (const [type, shape] of Object.entries(shapes)) {
    if (shape === null) continue;
    const paths = new Set(shape.members.map(({ path }) => path));
    const example = JSON.parse(shape.example) as Readonly<Record<string, unknown>>;
    // A receiver must accept members that the contract doesn't name; some examples have one.
    const names = Object.keys(example).filter((name) => name !== "example_extension");
    for (const name of names) expect(paths, type).toContain(name);
    expect(shape.members.length).toBeLessThanOrEqual(200);
  }
});
