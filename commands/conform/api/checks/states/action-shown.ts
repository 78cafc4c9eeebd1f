import type { ApiResource } from "../../contract/api-resources.js";
import { shownProperties } from "../../contract/shown-properties.js";
import { itemName, itemValue } from "../../run/item-names.js";
import { applied } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { differenceText } from "../items/lifecycle.js";
import { itemChanges, observedChange, snapshot } from "../items/observed-change.js";
import { settled } from "../items/same-content.js";
import { stateStem } from "./state-words.js";

/** What was done with an item shows. */
export const actionShown: ApiCheck = {
  name: "action-shown",
  rule: "After an action such as `/cancel`, an item has the state and the time that are called after it, in all answers.",
  *cases(context) {
    for (const change of itemChanges(context)) {
      const { resource, operation, transition } = change;
      if (transition === undefined) continue;
      const { word } = transition;
      yield mustCase(`action-shown/${change.id}`, async (trial, own) => {
        const { before, after, answer, names } = await observedChange(trial, change, own);
        const states = new Map(stateMembers(resource, own));
        const expected = expectations(before.item, { word, states });
        const isMissing = (item: Item, { name, was }: Expectation): boolean => (item[name] ?? null) === was;
        const missing = expected.find((each) => isMissing(after.item, each));
        if (missing !== undefined) {
          // It may be carried out later.
          await own.session.options.sleep(laterMs);
          const later = await snapshot(trial, { resource, names }, own);
          if (!isMissing(later.item, missing)) return untried(`needs a change at once by ${operation.id}`);
          violated(
            `\`${missing.name}\` of an item is still ${String(missing.was)} after ${operation.id} (${word})`,
          );
        }
        const shown = itemValue(answer.value, resource);
        const isItem =
          shown !== undefined &&
          String(itemName(shown, resource)) === String(itemName(after.item, resource)) &&
          !isOther(shown, after.item);
        if (isItem) {
          // The state may have moved on.
          const lasting = Object.entries(settled(shown)).filter(([name]) => !states.has(name));
          const difference = differenceText(Object.fromEntries(lasting), after.item);
          if (difference !== undefined)
            violated(
              `the answer of ${operation.id} and that of ${resource.get?.id ?? "GET"} differ: ${difference}`,
            );
        }
        if (expected.length === 0 && !isItem) untried(`needs a member that is called after ${word}`);
      });
    }
  },
};

/** Whether an answer shows something else, such as a payment that names its invoice: it has another id. */
function isOther(shown: Readonly<Record<string, unknown>>, item: Readonly<Record<string, unknown>>): boolean {
  return ["id", "uuid", "key", "code", "slug"].some(
    (name) => Object.hasOwn(shown, name) && Object.hasOwn(item, name) && shown[name] !== item[name],
  );
}

type Item = Readonly<Record<string, unknown>>;

/** How long an action may take to show, in milliseconds (guessed). */
const laterMs = 1_000;

/** A member that an action changes from a value. */
interface Expectation {
  readonly name: string;
  readonly was: unknown;
}

/** The times that are null, and the states that aren't those that an action leads to. */
function expectations(
  before: Item,
  { word, states }: { readonly word: string; readonly states: ReadonlyMap<string, readonly string[]> },
): readonly Expectation[] {
  return Object.entries(before).flatMap(([name, was]): readonly Expectation[] => {
    if (was === null && isTimeAfter(name, word)) return [{ name, was }];
    const wanted = (states.get(name) ?? []).filter((state) =>
      state.toLowerCase().startsWith(stateStem(word)),
    );
    return wanted.length === 1 && typeof was === "string" && was !== wanted[0] ? [{ name, was }] : [];
  });
}

/** Whether a member is the time of something: `cancelledAt` of `cancel`. */
function isTimeAfter(name: string, word: string): boolean {
  return (
    name.toLowerCase().startsWith(stateStem(word)) && /(?:At|_at|On|_on|Date|_date|Time|_time)$/.test(name)
  );
}

/** The members of an item that are one of several declared texts, with these. */
export function* stateMembers(
  resource: ApiResource,
  { contract }: CheckContext,
): Generator<readonly [name: string, states: readonly string[]]> {
  for (const [name, member] of shownProperties(resource, contract)) {
    const values = applied(member, undefined).flatMap((each) => each.enum ?? []);
    const states = values.filter((value): value is string => typeof value === "string");
    if (states.length > 1) yield [name, states];
  }
}
