import { isDeepStrictEqual } from "node:util";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { madeInstance } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { itemValue } from "../../run/item-names.js";
import { referenceAt, referenceSource } from "../../run/references.js";
import type { Trial } from "../../run/trial.js";
import { valueAtPath, valuePlaces, withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, getItem, mustCase, untried, violated } from "../api-check.js";
import { contentDifference } from "../items/same-content.js";
import { refusedWithoutEffect } from "./effects.js";
import { attempt, transitions } from "./transitions.js";

/** An action that can't be carried out changes nothing at all. */
export const refusedActions: ApiCheck = {
  name: "refused-action",
  rule: "An action that is refused changes neither the item nor those that it names, also if only its last part can't be carried out.",
  *cases(context) {
    for (const resource of context.session.resources) {
      const { create } = resource;
      if (create === undefined || resource.get === undefined) continue;
      for (const { action, member } of transitions(resource, context))
        if (member === undefined)
          yield mustCase(`refused-action/${action.id}`, (trial, own) =>
            refusedAction(trial, { resource, create, action }, own),
          );
    }
  },
};

interface ActionCase {
  readonly resource: ApiResource;
  readonly create: ApiOperation;
  readonly action: ApiOperation;
}

/** Something that an item names. */
interface Named {
  readonly resource: ApiResource;
  readonly name: unknown;
}

async function refusedAction(
  trial: Trial,
  { resource, create, action }: ActionCase,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const { call } = await fixtures.accepted(trial, create, { isRich: true });
  const renamed = fixtures.bodies.renamed(create, call);
  const asked = await tooMuch(trial, { create, body: bodyValue(renamed) }, context);
  if (asked === undefined) return untried(`needs a number in a body of ${create.id}`);
  const whole = withBody(await fixtures.renewed(trial, create, { call: renamed }), asked.body);
  const answer = await trial.call(create, whole);
  const instance = isSuccess(answer) ? madeInstance(resource, whole, answer) : undefined;
  if (instance === undefined) return untried(`needs a success of ${create.id} with large numbers`);
  const { names } = instance;
  const before = await namedItems(trial, asked.named, context);
  const send = (): Promise<ApiAnswer> => attempt(trial, action, { names, context });
  const refusal = await refusedWithoutEffect(trial, { operation: action, names }, { context, send });
  if (isSuccess(refusal)) return untried(`needs a refusal of ${action.id}`);
  const after = await namedItems(trial, asked.named, context);
  for (const [at, item] of before.entries()) {
    const difference = contentDifference(item, after[at]);
    if (difference !== undefined)
      violated(
        `the server refuses ${action.id} with ${refusal.status}, but \`${difference.pointer}\` of an item that it names has changed`,
      );
  }
}

/** Numbers that are tried, the largest first. */
const large = [1_000_000, 10_000, 1000, 500, 100, 99, 50, 20, 10];

/** A body whose last part asks for as much as the contract allows, and what it names; `undefined` if it has no numbers. */
async function tooMuch(
  trial: Trial,
  { create, body }: { readonly create: ApiOperation; readonly body: unknown },
  { fixtures, session }: CheckContext,
): Promise<{ readonly body: unknown; readonly named: readonly Named[] } | undefined> {
  const node = fixtures.bodies.node(create);
  if (node === undefined) return undefined;
  const source = referenceSource(session, create);
  const references = valuePlaces(node, body).flatMap(({ path, value }) => {
    const { resource } = (typeof value === "object" ? undefined : referenceAt(path, source)) ?? {};
    return resource === undefined ? [] : [{ path, resource, name: value }];
  });
  const named: Named[] = [...references];
  let changed = body;
  // A second part, after one that can be carried out: of another item, and too much of it.
  const inList = references.find(({ path }) => path[1] === 0);
  const start = inList === undefined ? [] : [inList.path[0] ?? ""];
  if (inList !== undefined) {
    const list: unknown = valueAtPath(body, start);
    fixtures.items.forget(inList.resource);
    const other = await fixtures.make(trial, inList.resource, { isRich: true });
    const name = other.names.at(-1);
    named.push({ resource: inList.resource, name });
    const [first] = Array.isArray(list) ? (list as readonly unknown[]) : [];
    const second = withValueAt(first, inList.path.slice(2), name);
    const both = withValueAt(body, start, [first, second]);
    if (holds(node, both)) changed = both;
  }
  const before = changed;
  for (const { path, value } of valuePlaces(node, body)) {
    if (typeof value !== "number") continue;
    const isPart = inList !== undefined && path[0] === inList.path[0];
    const at = isPart && before !== body ? [path[0] ?? "", 1, ...path.slice(2)] : path;
    const larger = large.map((each) => withValueAt(changed, at, each)).find((each) => holds(node, each));
    if (larger !== undefined) changed = larger;
  }
  return isDeepStrictEqual(changed, before) ? undefined : { body: changed, named };
}

/** The items as the server shows them; empty objects where it doesn't. */
async function namedItems(
  trial: Trial,
  named: readonly Named[],
  { fixtures }: CheckContext,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for (const { resource, name } of named) {
    if (resource.get === undefined || resource.path.split("{").length !== 2) continue;
    const { answer } = await getItem(trial, { resource, names: [name] }, { fixtures });
    found.push((isSuccess(answer) ? itemValue(answer.value, resource) : undefined) ?? {});
  }
  return found;
}
