import { type ApiOperation, operationText, statusText } from "../../contract/api-contract.js";
import { type ApiResource, singular } from "../../contract/api-resources.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, getItem, mustCase, untried, violated } from "../api-check.js";
import { attempt, moved, transitions } from "../states/transitions.js";

/** What belongs to an item goes with it. */
export const cascades: ApiCheck = {
  name: "deleted-below",
  rule: "What the contract says to be deleted together with an item is gone with it, and doesn't come back with a new item of the same name.",
  *cases({ session, fixtures }) {
    for (const child of session.resources) {
      const { create, get, list } = child;
      const parent = create === undefined ? undefined : fixtures.resourceAt(create.path);
      const remove = parent?.remove;
      if (create === undefined || parent === undefined || remove === undefined) continue;
      const family = { parent, remove, child, create };
      const isNamed = saysDeleted(`${operationText(remove)}. ${statusText(remove, 204)}`, child.noun);
      if (get !== undefined && isNamed && !child.path.startsWith(`${parent.path}/`))
        yield mustCase(`deleted-below/${remove.id}/${get.id}`, (trial, own) =>
          goneWithParent(trial, family, own),
        );
      if (
        list?.path.startsWith(`${parent.path}/`) &&
        parent.put?.declared.responses.some(([status]) => status === "201")
      )
        yield mustCase(`deleted-below/${remove.id}/${list.id}`, (trial, own) =>
          emptyAgain(trial, { ...family, list }, own),
        );
    }
  },
};

interface Family {
  readonly parent: ApiResource;
  readonly remove: ApiOperation;
  readonly child: ApiResource;
  readonly create: ApiOperation;
}

/** Whether a text says that items of a kind are deleted, too: "Delete a room and its cancelled bookings." */
function saysDeleted(text: string, noun: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+|[.;]/g) ?? [];
  const at = words.findIndex((word) => /^(?:its|their|his)$/.test(word));
  const before = words.slice(Math.max(0, at - 3), Math.max(0, at));
  if (noun === "" || !before.some((word) => /^(?:and|with|including)$/.test(word))) return false;
  const end = words.findIndex((word, index) => index > at && /[.;]/.test(word));
  return words.slice(at + 1, end === -1 ? undefined : end).some((word) => singular(word) === noun);
}

/** Deletes an item, if need be after a change of its state or of what belongs to it. */
async function removedSomehow(
  trial: Trial,
  { parent, remove, child }: Family,
  { made, context }: { readonly made: Made; readonly context: CheckContext },
): Promise<boolean> {
  const at = { names: made.names, context };
  if (isSuccess(await attempt(trial, remove, at))) return true;
  for (const transition of transitions(child, context))
    if (await moved(trial, transition, { names: made.childNames, context }))
      if (isSuccess(await attempt(trial, remove, at))) return true;
  for (const transition of transitions(parent, context))
    if (await moved(trial, transition, at)) if (isSuccess(await attempt(trial, remove, at))) return true;
  return false;
}

interface Made {
  readonly names: readonly unknown[];
  readonly childNames: readonly unknown[];
}

async function goneWithParent(trial: Trial, family: Family, context: CheckContext): Promise<void> {
  const { parent, remove, child } = family;
  context.fixtures.items.forget(parent);
  const item = await context.fixtures.make(trial, child);
  context.fixtures.items.forget(parent);
  const names = listNames(item);
  if (!(await removedSomehow(trial, family, { made: { names, childNames: item.names }, context })))
    return untried(`needs a success of ${remove.id} for an item with one of ${child.collection}`);
  const { answer } = await getItem(trial, item, context);
  if (isSuccess(answer))
    violated(
      `the server still shows what ${remove.id} deletes together with its item, as the contract says: ${operationText(remove).slice(0, 100)}`,
      statuses("404 or 410", answer.status),
    );
}

async function emptyAgain(
  trial: Trial,
  family: Family & { readonly list: ApiOperation },
  context: CheckContext,
): Promise<void> {
  const { parent, remove, child, list } = family;
  const { fixtures } = context;
  const named = { ...parent, create: undefined, isNamedByClient: true };
  fixtures.items.forget(parent);
  const item = await fixtures.make(trial, child);
  fixtures.items.forget(parent);
  const names = listNames(item);
  if (!(await removedSomehow(trial, family, { made: { names, childNames: item.names }, context })))
    return untried(`needs a success of ${remove.id} for an item with one of ${child.collection}`);
  const put = named.put;
  if (put === undefined) return untried("needs a PUT");
  const again = await fixtures.accepted(trial, put, { names });
  if (again.answer.status !== 201) return untried(`needs an answer 201 of ${put.id}`);
  const answer = await trial.call(list, await fixtures.call(trial, list, { names }));
  const count = listItems(answer.value)?.length ?? 0;
  if (isSuccess(answer) && count > 0)
    violated(
      `the server answers ${list.id} of a new item with ${count} items, which belonged to a deleted one of the same name`,
    );
}
