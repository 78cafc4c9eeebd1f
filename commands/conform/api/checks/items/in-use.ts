import { type ApiOperation, declaresStatus, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { type ApiInstance, pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { referenceSource } from "../../run/references.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { refusedWithoutEffect } from "../states/effects.js";
import { isStateWord } from "../states/state-words.js";
import { shownState } from "../states/transitions.js";

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
      if ([...referenceSource(session, create).described.values()].includes(resource))
        yield mustCase(`in-use/${remove.id}/${create.id}`, (trial, context) =>
          removeReferred(trial, { resource, remove, create }, context),
        );
      const named = session.resources.filter(
        (other) => other !== resource && qualifierBefore(text, other.noun) !== undefined,
      );
      for (const other of named.length > 0 ? named : session.resources) {
        if (other === resource || other.create === undefined) continue;
        const maker = other.create;
        // Only what the text speaks of: "A draft order needs it."
        const qualifier = qualifierBefore(text, other.noun);
        yield {
          id: `in-use/${remove.id}/${maker.id}`,
          level: qualifier === undefined ? "should" : "must",
          run: (trial, context) =>
            removeNeeded(trial, { resource, remove, other, maker, qualifier }, context),
        };
      }
    }
  },
};

/** Words before a noun that say nothing about its state. */
const plainWords =
  /^(?:an?|the|has|have|of|or|and|by|in|is|are|other|some|any|more|still|its|this|that|with|there|several|existing)$/;

/** The adjective of a noun in a text, empty if it has none; `undefined` if the text doesn't have the noun. */
function qualifierBefore(text: string, noun: string): string | undefined {
  if (noun === "") return undefined;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const at = words.findIndex((word) => word.startsWith(noun.slice(0, 5)));
  if (at === -1) return undefined;
  const before = words[at - 1] ?? "";
  return plainWords.test(before) ? "" : before;
}

interface Need {
  readonly resource: ApiResource;
  readonly remove: ApiOperation;
  readonly other: ApiResource;
  readonly maker: ApiOperation;
  /** The state that the text says the other item is in: "A draft order needs it." */
  readonly qualifier: string | undefined;
}

async function removeNeeded(trial: Trial, need: Need, context: CheckContext): Promise<void> {
  const { fixtures } = context;
  const { resource, remove, other, maker, qualifier = "" } = need;
  fixtures.items.forget(resource);
  const instance = await fixtures.make(trial, other, { isRich: true });
  const names = neededNames(need, instance, fixtures);
  if (names === undefined)
    return untried(`needs an item of ${maker.id} that names one of ${resource.collection}`);
  if (qualifier !== "" && other.get !== undefined) {
    const state = shownState(await readItem(trial, instance, context));
    if (state !== undefined && !isStateWord(qualifier, state))
      return untried(`needs an item of ${maker.id} that is ${qualifier}`);
  }
  await demandRefusal(trial, { remove, names }, context);
  fixtures.items.forget(resource);
}

async function demandRefusal(
  trial: Trial,
  { remove, names }: { readonly remove: ApiOperation; readonly names: readonly unknown[] },
  context: CheckContext,
): Promise<void> {
  const send = async (): Promise<ApiAnswer> =>
    trial.call(remove, await context.fixtures.call(trial, remove, { names }));
  const answer = await refusedWithoutEffect(trial, { operation: remove, names }, { context, send });
  if (isSuccess(answer))
    violated(
      `the server carries out ${remove.id} for an item that another one names, and the contract declares 409: ${statusText(remove, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
}

/** Removes an item that one of its own kind names, such as a comment with replies. */
async function removeReferred(
  trial: Trial,
  { resource, remove, create }: Pick<Need, "resource" | "remove"> & { readonly create: ApiOperation },
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const item = await fixtures.make(trial, resource);
  if (item.call === undefined) return untried(`needs a body of ${create.id}`);
  const renamed = fixtures.bodies.renamed(create, item.call);
  const body = fixtures.bodies.withReference(create, bodyValue(renamed), {
    resource,
    name: item.names.at(-1),
  });
  const call = await fixtures.renewed(trial, create, { call: withBody(renamed, body) });
  const made = await trial.call(create, call);
  if (body === undefined || !isSuccess(made))
    return untried(`needs an item of ${create.id} that names another one`);
  await demandRefusal(trial, { remove, names: item.names }, context);
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
