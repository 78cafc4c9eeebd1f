import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { itemName, listItems } from "../../run/item-names.js";
import { type ApiCheck, getItem, mustCase, untried, violated } from "../api-check.js";
import { creator } from "./lifecycle.js";

/** Items belong to what their path says. */
export const nested: ApiCheck = {
  name: "nested",
  rule: "What was made below one item isn't found below another one.",
  *cases({ session, fixtures }) {
    for (const resource of session.resources) {
      const parent = fixtures.resourceAt(resource.collection);
      if (parent === undefined || creator(parent) === undefined || creator(resource) === undefined) continue;
      const { get, list } = resource;
      if (get !== undefined)
        yield mustCase(`nested/${get.id}`, async (trial, context) => {
          const instance = await context.fixtures.make(trial, resource);
          const other = await context.fixtures.make(trial, parent);
          const names = [...other.names, instance.names.at(-1)];
          const { answer } = await getItem(trial, { resource, names }, context);
          if (isSuccess(answer))
            violated(
              `the server shows an item of ${resource.collection} below another item than its own`,
              statuses("404", answer.status),
            );
        });
      if (list?.path.startsWith(`${parent.path}/`) === true)
        yield mustCase(`nested/${list.id}`, async (trial, context) => {
          const instance = await context.fixtures.make(trial, resource);
          const other = await context.fixtures.make(trial, parent);
          const answer = await trial.call(
            list,
            await context.fixtures.call(trial, list, { names: other.names }),
          );
          if (!isSuccess(answer))
            return untried(`needs a success of ${list.id}, which answers ${answer.status}`);
          const name = String(instance.names.at(-1));
          // A new item may have others of its own from the beginning.
          if (listItems(answer.value)?.some((each) => String(itemName(each, resource)) === name) === true)
            violated(
              `the server answers ${list.id} for a new item with what was made below another one, ${name}`,
            );
        });
    }
  },
};
