import { below, childPlaces } from "../../../../reader/documents/place.js";
import type { ApiResource } from "../contract/api-resources.js";
import { itemName, itemValue } from "../run/item-names.js";
import { applied, declaredProperties } from "../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "./api-check.js";
import { differenceText } from "./lifecycle.js";
import { itemChanges, observedChange } from "./observed-change.js";
import { settled } from "./same-content.js";
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
        const { before, after, answer } = await observedChange(trial, change, own);
        let compared = 0;
        for (const [name, value] of Object.entries(before.item)) {
          if (value !== null || !isTimeAfter(name, word)) continue;
          compared++;
          if ((after.item[name] ?? null) === null)
            violated(`\`${name}\` of an item is still null after ${operation.id}`);
        }
        for (const [name, states] of stateMembers(resource, own)) {
          const wanted = states.filter((state) => state.toLowerCase().startsWith(stateStem(word)));
          const was = before.item[name];
          if (wanted.length !== 1 || was === wanted[0] || typeof was !== "string") continue;
          compared++;
          // Another state may follow at once.
          if (after.item[name] === was)
            violated(`\`${name}\` of an item is still ${was.slice(0, 40)} after ${operation.id} (${word})`);
        }
        const shown = itemValue(answer.value, resource);
        if (
          shown !== undefined &&
          String(itemName(shown, resource)) === String(itemName(after.item, resource)) &&
          !isOther(shown, after.item)
        ) {
          compared++;
          const difference = differenceText(settled(shown), after.item);
          if (difference !== undefined)
            violated(
              `the answer of ${operation.id} and that of ${resource.get?.id ?? "GET"} differ: ${difference}`,
            );
        }
        if (compared === 0) untried(`needs a member that is called after ${word}`);
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

/** Whether a member is the time of something: `cancelledAt` of `cancel`. */
function isTimeAfter(name: string, word: string): boolean {
  return (
    name.toLowerCase().startsWith(stateStem(word)) && /(?:At|_at|On|_on|Date|_date|Time|_time)$/.test(name)
  );
}

/** The members of an item that are one of several declared texts, with these. */
export function* stateMembers(
  { get }: ApiResource,
  { contract }: CheckContext,
): Generator<readonly [name: string, states: readonly string[]]> {
  const success = get?.declared.responses.find(([status]) => status === "200")?.[1];
  const [content] = success === undefined ? [] : childPlaces(below(success, "content"));
  const node = content && contract.answerNode(below(content[1], "schema"));
  if (node === undefined) return;
  for (const [name, member] of declaredProperties(applied(node, {}))) {
    const values = applied(member, undefined).flatMap((each) => each.enum ?? []);
    const states = values.filter((value): value is string => typeof value === "string");
    if (states.length > 1) yield [name, states];
  }
}
