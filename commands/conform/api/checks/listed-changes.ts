import { bodyValue } from "../request/call-arguments.js";
import { listNames } from "../run/api-instance.js";
import { isSuccess } from "../run/api-session.js";
import type { Trial } from "../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "./api-check.js";
import { creator, differenceText } from "./lifecycle.js";
import { listedNames } from "./listed-names.js";
import type { ListedItem } from "./read-lists.js";
import { settled } from "./same-content.js";
import type { ListSearch } from "./searches.js";
import { moved, transitions } from "./state-rules.js";
import { condition } from "./updates.js";

/** A list shows what has changed. */
export const listedChanges: ApiCheck = {
  name: "changed-listed",
  rule: "After a change or an action, the list shows an item as it is now.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list, get } = resource;
      if (list === undefined || get === undefined || creator(resource) === undefined) continue;
      yield mustCase(`changed-listed/${list.id}`, (trial, context) =>
        compareListed(trial, { resource, list }, context),
      );
    }
  },
};

async function compareListed(
  trial: Trial,
  { resource, list }: Omit<ListSearch, "parameter">,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const instance = await fixtures.make(trial, resource, { isRich: true });
  const { names } = instance;
  const forms = async () => {
    const shown = unread(await readItem(trial, instance, context));
    const all = await listedNames(trial, { resource, list, parents: listNames(instance) }, context);
    return { shown, listed: all.items.get(String(names.at(-1))) ?? {} };
  };
  const compare = async (by: string): Promise<void> => {
    const { shown, listed } = await forms();
    const change = differenceText(settled(shown), listed);
    const found = change ?? differenceText(shown, listed);
    if (found !== undefined)
      violated(
        `the server shows an item in ${list.id} otherwise than alone after ${by}: ${found}`,
        change === undefined ? { level: "should" } : {},
      );
  };
  const { shown, listed } = await forms();
  // What a list shows otherwise from the beginning is another form; it may also be what a server remembers later.
  if (differenceText(shown, listed) !== undefined)
    return untried(`needs a list of ${list.id} that shows items as they are`);
  let count = 0;
  for (const change of [resource.patch, resource.put]) {
    if (change === undefined) continue;
    const headers = await condition(trial, instance, { change, fixtures });
    const { call, answer } = await fixtures.accepted(trial, change, { names, isRich: true, headers });
    if (!isSuccess(answer) || answer.status === 202 || bodyValue(call) === undefined) continue;
    await compare(change.id);
    count++;
  }
  for (const transition of transitions(resource, context).slice(0, 2)) {
    if (!(await moved(trial, transition, { names, context }))) continue;
    await compare(transition.action.id);
    count++;
  }
  if (count === 0) return untried(`needs a change of an item of ${list.id}`);
}

/** The item without what changes when it is read. */
function unread(item: ListedItem): ListedItem {
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => !/view|access|seen|read|hit|etag/i.test(name)),
  );
}
