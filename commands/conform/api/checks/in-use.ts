import { type ApiOperation, declaresStatus, statusText } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { type ApiInstance, pathNames } from "../run/api-instance.js";
import { isSuccess } from "../run/api-session.js";
import { statuses } from "../run/finding.js";
import type { Trial } from "../run/trial.js";
import { type ApiCheck, type CheckContext, untried, violated } from "./api-check.js";

/** What others need isn't deleted. */
export const inUse: ApiCheck = {
  name: "in-use",
  rule: "An item that another one needs isn't deleted, where the contract declares 409 for that.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { remove, create } = resource;
      if (remove === undefined || create === undefined || !declaresStatus(remove, 409)) continue;
      const text = statusText(remove, 409);
      if (!/\b(?:needs?|needed|in use|used|refers?|referenced|has|have|still|there are)\b/i.test(text))
        continue;
      for (const other of session.resources) {
        if (other === resource || other.create === undefined) continue;
        const maker = other.create;
        // Only what the text speaks of: "A draft order needs it."
        const isMeant = other.noun !== "" && text.toLowerCase().includes(other.noun.slice(0, 5));
        yield {
          id: `in-use/${remove.id}/${maker.id}`,
          level: isMeant ? "must" : "should",
          run: (trial, context) => removeNeeded(trial, { resource, remove, other, maker }, context),
        };
      }
    }
  },
};

interface Need {
  readonly resource: ApiResource;
  readonly remove: ApiOperation;
  readonly other: ApiResource;
  readonly maker: ApiOperation;
}

async function removeNeeded(trial: Trial, need: Need, { fixtures }: CheckContext): Promise<void> {
  const { resource, remove, other, maker } = need;
  fixtures.items.forget(resource);
  const instance = await fixtures.make(trial, other, { isRich: true });
  const names = neededNames(need, instance, fixtures);
  if (names === undefined)
    return untried(`needs an item of ${maker.id} that names one of ${resource.collection}`);
  const answer = await trial.call(remove, await fixtures.call(trial, remove, { names }));
  fixtures.items.forget(resource);
  if (isSuccess(answer))
    violated(
      `the server carries out ${remove.id} for an item that another one names, and the contract declares 409: ${statusText(remove, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
}

/** The item that another one was made with; `undefined` if it names none. */
function neededNames(
  { resource, maker }: Need,
  { call, sent }: ApiInstance,
  fixtures: CheckContext["fixtures"],
): readonly unknown[] | undefined {
  if (call !== undefined && maker.path.startsWith(`${resource.path}/`))
    return pathNames(maker, call).slice(0, 1);
  const name = fixtures.bodies.referenceTo(maker, resource, sent);
  return name === undefined ? undefined : [name];
}
