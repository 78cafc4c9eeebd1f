import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { didYouMean } from "@oipkit/runtime/nearest-names";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { printable } from "../../reader/text/printable.js";
import type { Delivery, OtherEvent } from "../conform/suite/delivery.js";
import { expandCases } from "../conform/suite/select.js";
import type { Case, Suite } from "../conform/suite/suite.js";
import { UsageError } from "../options/option.js";
import type { SendPlan } from "./options.js";

/** The delivery to send, and its name. */
export interface DeliveryChoice {
  readonly name: string;
  readonly delivery: Delivery;
  /** The conformance case that it is taken from. */
  readonly testCase?: Case;
}

/** The delivery that a plan describes. Throws `UsageError`, which lists the alternatives. */
export function chooseDelivery(suite: Suite, plan: SendPlan): DeliveryChoice {
  const { subject, example } = findSubject(suite, plan.event);
  if (plan.invalid !== undefined) {
    if (example !== undefined)
      throw new UsageError(`--invalid chooses the example; pass ${subject} without an example name`);
    return chooseCase(suite, subject, { wanted: plan.invalid, set: plan.set });
  }
  const name = example ?? chooseExample(suite, subject, plan.status);
  const others = plan.others.map((text, index) => otherEvent(suite, text, index));
  const delivery = { example: { subject, case: name }, bind: true, change: plan.set };
  return {
    name: [{ subject, case: name }, ...others.map((other) => other.example)]
      .map((each) => `${each.subject} (${each.case})`)
      .join(", "),
    delivery: others.length === 0 ? delivery : { ...delivery, others },
  };
}

/** A further event of a request, with ids of its own. Throws `UsageError`. */
function otherEvent(
  suite: Suite,
  text: string,
  index: number,
): OtherEvent & { readonly example: NonNullable<OtherEvent["example"]> } {
  if (suite.protocol.event.batch === undefined)
    throw new UsageError(
      `unexpected argument \`${text}\`: a delivery of this platform has one event; pass the address with --to`,
    );
  const { subject, example } = findSubject(suite, text);
  const label = `event ${index + 2}`;
  const name = example ?? chooseExample(suite, subject, undefined);
  return { example: { subject, case: name }, as: label, resource: label };
}

interface SubjectName {
  readonly subject: string;
  readonly example: string | undefined;
}

/** Splits an event's name and, after a slash, an example's name. Throws `UsageError`. */
export function findSubject({ examples }: Suite, text: string): SubjectName {
  const [first = "", ...rest] = text.split("/");
  // An event's own name may contain slashes.
  const own = Object.keys(examples).find((name) => text === name || text.startsWith(`${name}/`));
  const subject = own ?? first;
  const example = own === undefined ? rest.join("/") || undefined : text.slice(own.length + 1) || undefined;
  if (!Object.hasOwn(examples, subject)) {
    const hint = didYouMean(subject, Object.keys(examples)) || "; `oipkit send --list` lists them";
    throw new UsageError(`unknown event \`${subject}\`${hint}`);
  }
  const cases = Object.keys(examples[subject] ?? {});
  if (example !== undefined && !cases.includes(example))
    throw new UsageError(`${subject} has no example \`${example}\`; choose one of ${cases.join(", ")}`);
  return { subject, example };
}

/** The first example with a status or, if none is given, the largest example. */
function chooseExample({ examples }: Suite, subject: string, status: string | undefined): string {
  const all = Object.entries(examples[subject] ?? {});
  if (status === undefined) {
    const bySize = all.map(([name, event]) => ({ name, size: JSON.stringify(event).length }));
    return bySize.reduce((best, each) => (each.size > best.size ? each : best)).name;
  }
  const found = all.find(([, event]) => statusesIn(event).some(({ value }) => value === status));
  if (found) return found[0];
  const seen = all.flatMap(([, event]) => statusesIn(event));
  const [first] = seen;
  if (first === undefined) throw new UsageError(`--status: no example of ${subject} has a status`);
  const list = [...new Set(seen.map(({ value }) => value))].sort().join(", ");
  throw new UsageError(
    `--status: no example of ${subject} has the status \`${status}\`; choose one of ${list}, or send it anyway with --set ${first.pointer}=${status}`,
  );
}

interface Status {
  readonly pointer: string;
  readonly value: string;
}

function statusesIn(event: JsonObject, at = ""): readonly Status[] {
  return Object.entries(event).flatMap(([key, value]) => {
    const pointer = `${at}/${key}`;
    if (key === "status" && typeof value === "string") return [{ pointer, value }];
    if (isObject(value)) return statusesIn(value, pointer);
    return [];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface WantedCase {
  readonly wanted: string;
  readonly set: SendPlan["set"];
}

function chooseCase(suite: Suite, subject: string, { wanted, set }: WantedCase): DeliveryChoice {
  const cases = wrongCases(suite, subject);
  const fitting = cases.filter(({ id }) => id === wanted || id.endsWith(`/${wanted}`));
  const [testCase] = fitting;
  if (testCase === undefined) {
    const ids = cases.map(({ id }) => id);
    const hint = didYouMean(wanted, ids) || `; \`oipkit send ${subject} --list\` lists them`;
    throw new UsageError(`--invalid: ${subject} has no case \`${wanted}\`${hint}`);
  }
  if (fitting.length > 1)
    throw new UsageError(
      `--invalid: \`${wanted}\` is ambiguous; choose ${fitting.map(({ id }) => id).join(" or ")}`,
    );
  const delivery = caseDeliveries(testCase).find((each) => isAbout(suite, subject, each)) ?? {};
  return {
    name: `${subject}, as in ${testCase.id}`,
    delivery: { ...delivery, change: [...(delivery.change ?? []), ...set] },
    testCase,
  };
}

/** The cases that send an event and expect it not to be accepted. */
export function wrongCases(suite: Suite, subject: string): readonly Case[] {
  return expandCases(suite).filter((each) =>
    each.steps.some(
      (step) =>
        "deliver" in step &&
        isAbout(suite, subject, step.deliver) &&
        !step.expect.status.includes("accepted"),
    ),
  );
}

function caseDeliveries({ steps }: Case): readonly Delivery[] {
  return steps.flatMap((step) =>
    "deliver" in step && !step.expect.status.includes("accepted") ? [step.deliver] : [],
  );
}

function isAbout({ protocol, examples }: Suite, subject: string, { example, event }: Delivery): boolean {
  if (example !== undefined) return example.subject === subject;
  const { type } = protocol.event;
  if (type === undefined) return false;
  const readType = (each: unknown): unknown => valueAtPointer(each, type);
  return Object.values(examples[subject] ?? {}).some((each) => readType(each) === readType(event));
}

/** Each event with its examples, one per line. */
export function eventList({ examples }: Suite): string {
  return Object.entries(examples)
    .map(([subject, cases]) => `${printable(`${subject}  ${Object.keys(cases).join(" ")}`)}\n`)
    .join("");
}

/** The examples of an event, then the cases that send an invalid delivery of it. */
export function caseList(suite: Suite, subject: string): string {
  const examples = Object.keys(suite.examples[subject] ?? {}).map(
    (name) => `${printable(`${subject}/${name}`)}\n`,
  );
  const cases = wrongCases(suite, subject);
  const wrong = cases.map(({ id, why }) => `--invalid ${printable(id)}\n    ${printable(why)}\n`);
  return [...examples, ...wrong].join("");
}
