import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, readItem, untried, violated } from "../api-check.js";
import { acceptedOrNot } from "../base-call.js";
import { invalidCalls } from "../bodies/invalid-calls.js";
import { type InvalidSending, invalidCall } from "../bodies/refused.js";
import { listedNames } from "../lists/listed-names.js";
import { contentDifference, settled } from "./same-content.js";

/** Failed writes with one invalid member must not change anything. */
export const failedWrite: ApiCheck = {
  name: "failed-write",
  rule: "A write that is refused changes nothing.",
  async *cases(context, trial) {
    for (const resource of context.session.resources) {
      const { create } = resource;
      const made =
        create === undefined || resource.list === undefined
          ? undefined
          : await acceptedOrNot(trial, create, context);
      if (create !== undefined && made !== undefined)
        for (const invalid of (await invalidCalls(create, made, context))
          .filter(({ level }) => level === "must")
          .slice(-3))
          yield {
            id: `failed-write/${create.id}/${invalid.detail}`,
            level: "must",
            run: (each, own) => refusedCreation(each, { operation: create, invalid }, own),
          };
      for (const operation of [resource.put, resource.patch]) {
        if (operation === undefined || resource.get === undefined) continue;
        const accepted = await acceptedOrNot(trial, operation, context);
        if (accepted === undefined) continue;
        const all = await invalidCalls(operation, accepted, context);
        // The last members are checked last, after the others may have been written.
        const inBody = all
          .filter(({ detail: each, level }) => /^body\/./.test(each) && level === "must")
          .slice(-3);
        for (const invalid of inBody)
          yield {
            id: `failed-write/${operation.id}/${invalid.detail}`,
            level: "must",
            run: (each, own) => refusedWrite(each, { operation, invalid }, own),
          };
      }
    }
  },
};

/** What is refused isn't made. */
async function refusedCreation(
  trial: Trial,
  { operation, invalid }: InvalidSending,
  context: CheckContext,
): Promise<void> {
  const { fixtures, session } = context;
  const resource = session.resources.find(({ create }) => create === operation);
  if (resource?.list === undefined) return untried(`needs a list of what ${operation.id} makes`);
  const list = {
    resource,
    list: resource.list,
    parents: listNames(await fixtures.make(trial, resource)),
  };
  const before = await listedNames(trial, list, context);
  const answer = await trial.call(operation, await invalidCall(trial, { operation, invalid }, context));
  if (isSuccess(answer)) return untried(`needs a refusal, and the server answers ${answer.status}`);
  const after = await listedNames(trial, list, context);
  if (!before.isComplete || !after.isComplete) return untried(`needs all pages of ${resource.list.id}`);
  const made = [...after.found].find((name) => !before.found.has(name));
  if (made !== undefined)
    violated(
      `the server refuses a request of ${operation.id} in which ${invalid.words}, with ${answer.status}, but makes ${made}`,
    );
}

async function refusedWrite(
  trial: Trial,
  { operation, invalid }: InvalidSending,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const resource = fixtures.resourceAt(operation.path);
  if (resource === undefined) return untried("needs a resource");
  const instance = await fixtures.make(trial, resource);
  const before = await readItem(trial, instance, context);
  const path = await fixtures.call(trial, operation, { names: instance.names });
  const { body } = await invalidCall(trial, { operation, invalid }, context);
  const answer = await trial.call(operation, { ...path, body });
  if (isSuccess(answer)) return untried(`needs a refusal, and the server answers ${answer.status}`);
  const after = await readItem(trial, instance, context);
  const difference = contentDifference(settled(before), settled(after));
  if (difference !== undefined)
    violated(
      `the server refuses a request of ${operation.id} in which ${invalid.words}, with ${answer.status}, but \`${difference.pointer}\` has changed`,
    );
}
