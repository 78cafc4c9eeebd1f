import { type ApiInstance, listNames } from "../../run/api-instance.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  readItem,
  violated,
} from "../api-check.js";
import { listedNames } from "../lists/listed-names.js";
import { creator, differenceText } from "./lifecycle.js";
import { settled } from "./same-content.js";
import { updated } from "./updates.js";

/** Changes and deletions leave other items alone. */
export const othersUntouched: ApiCheck = {
  name: "others-untouched",
  rule: "A change or a deletion of one item leaves another one alone.",
  *cases({ session }) {
    for (const resource of session.resources) {
      if (creator(resource) === undefined || resource.get === undefined) continue;
      for (const change of [resource.put, resource.patch, resource.remove]) {
        if (change === undefined) continue;
        yield mustCase(`others-untouched/${change.id}`, async (trial, own) => {
          const { fixtures } = own;
          // The first one shows what must come before.
          await fixtures.make(trial, resource);
          const other = await fixtures.make(trial, resource);
          const instance = await fixtures.make(trial, resource);
          const before = await readItem(trial, other, own);
          const listed = await allNames(trial, instance, own);
          if (change === resource.remove) {
            const answer = await fixtures.items.remove(trial, instance);
            if (answer !== undefined) demandSuccess(answer, change);
          } else await updated(trial, instance, { change, fixtures });
          const { answer } = await getItem(trial, other, { fixtures });
          if (answer.status === 404 || answer.status === 410)
            violated(`${change.id} of one item removes another one`);
          const left = await allNames(trial, instance, own);
          const lost = [...(listed ?? [])].find(
            (name) => left?.has(name) === false && name !== String(instance.names.at(-1)),
          );
          if (lost !== undefined)
            violated(`${change.id} of one item removes another one, ${lost.slice(0, 60)}`);
          const difference = differenceText(settled(before), await readItem(trial, other, own));
          if (difference !== undefined)
            violated(`${change.id} of one item changes another one: ${difference}`);
        });
      }
    }
  },
};

/** The names of all items of the list with an item; `undefined` if it can't be read as a whole. */
async function allNames(
  trial: Trial,
  instance: ApiInstance,
  context: CheckContext,
): Promise<ReadonlySet<string> | undefined> {
  const { resource } = instance;
  const { list } = resource;
  if (list === undefined) return undefined;
  const parents = listNames(instance);
  const { found, isComplete } = await listedNames(trial, { resource, list, parents }, context);
  return isComplete ? found : undefined;
}
