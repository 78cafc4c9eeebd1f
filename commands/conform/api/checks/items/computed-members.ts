import { branches } from "../../../../../reader/documents/joint-schemas.js";
import { below, childPlaces, type Place } from "../../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../../reader/documents/schema-walk.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import {
  applied,
  declaredProperties,
  valueAtPath,
  valuePlaces,
  withValueAt,
} from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, readItem, untried, violated } from "../api-check.js";
import { differenceText } from "./lifecycle.js";
import { settled } from "./same-content.js";

/** What the server computes follows what was written. */
export const computedMembers: ApiCheck = {
  name: "computed",
  rule: "What the server computes of a body, such as a total, is the same after a change as for an item that was made so, and follows the numbers that its description names.",
  *cases({ session, contract }) {
    for (const resource of session.resources) {
      const { create, get, put, patch } = resource;
      if (create === undefined || get === undefined) continue;
      for (const change of [put, patch])
        if (change !== undefined)
          yield mustCase(`computed/${change.id}`, (trial, own) =>
            changedLikeMade(trial, { resource, create, change }, own),
          );
      for (const { name, text } of describedNumbers(contract.contracts, get))
        yield mustCase(`computed/${create.id}/${name}`, (trial, own) =>
          followsNumbers(trial, { resource, create, name, text }, own),
        );
    }
  },
};

interface Made {
  readonly resource: ApiResource;
  readonly create: ApiOperation;
}

async function changedLikeMade(
  trial: Trial,
  { resource, create, change }: Made & { readonly change: ApiOperation },
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const item = await fixtures.make(trial, resource, { isRich: true });
  if (item.call === undefined || !isRecord(item.sent)) return untried(`needs a body of ${create.id}`);
  const node = fixtures.bodies.node(change);
  if (node === undefined) return untried(`needs a body of ${change.id}`);
  const declared = new Set(declaredProperties(applied(node, {})).map(([name]) => name));
  const varied = withOtherNumbers(item.call, { create, fixtures, names: declared });
  if (varied === undefined) return untried(`needs a number in a body of ${change.id}`);
  // Two items that are made with the same numbers: where they differ, it isn't computed of these.
  const [one, two] = [
    await madeWith(trial, { resource, create, call: varied }, context),
    await madeWith(trial, { resource, create, call: varied }, context),
  ];
  const body = bodyValue(varied);
  const written = change.method === "PUT" ? body : changedMembers(item.sent, body);
  const path = await fixtures.call(trial, change, { names: item.names });
  const type = fixtures.bodies.mediaType(change);
  const call = fixtures.bodies.renamed(change, { ...path, body: { type, value: written } });
  if (!holds(node, bodyValue(call))) return untried(`needs a body of ${change.id} like that of ${create.id}`);
  const answer = await trial.call(change, call);
  if (!isSuccess(answer) || answer.status === 202) return untried(`needs a success of ${change.id}`);
  const after = await readItem(trial, item, context);
  for (const [name, value] of Object.entries(computed(one, item.sent)))
    if (differenceText(value, two[name]) === undefined && Object.hasOwn(after, name)) {
      const difference = differenceText({ [name]: value }, after);
      if (difference !== undefined)
        violated(
          `after ${change.id}, an item isn't like one that ${create.id} makes with the same content: ${difference}`,
        );
    }
}

/** The members of an item that clients don't write: numbers, flags, and objects of such. */
function computed(
  item: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(settled(item)).filter(
      ([name, value]) =>
        !Object.hasOwn(sent, name) && !/(?:^|_)id$|Id$|number$/i.test(name) && isCounted(value),
    ),
  );
}

function isCounted(value: unknown): boolean {
  if (typeof value === "number" || typeof value === "boolean") return true;
  return isRecord(value) && Object.values(value).some((each) => typeof each === "number");
}

function changedMembers(before: Readonly<Record<string, unknown>>, after: unknown): unknown {
  if (!isRecord(after)) return after;
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => differenceText(before[name], value) !== undefined),
  );
}

interface Varying {
  readonly create: ApiOperation;
  readonly fixtures: CheckContext["fixtures"];
  /** The members that may be another one's. */
  readonly names: ReadonlySet<string>;
}

/** The call with other numbers in its body; `undefined` if there are none that can be others. */
function withOtherNumbers(
  call: CallArguments,
  { create, fixtures, names }: Varying,
): CallArguments | undefined {
  const node = fixtures.bodies.node(create);
  if (node === undefined) return undefined;
  let body = bodyValue(call);
  let count = 0;
  for (const { path, value } of valuePlaces(node, body)) {
    if (typeof value !== "number" || !names.has(String(path[0]))) continue;
    const changed = otherNumber(value)
      .map((each) => withValueAt(body, path, each))
      .find((each) => holds(node, each));
    if (changed === undefined) continue;
    body = changed;
    count++;
  }
  return count === 0 ? undefined : withBody(call, body);
}

function otherNumber(value: number): readonly number[] {
  return [value + 3, value + 1, value * 2, value - 1, Math.floor(value / 2)].filter((each) => each !== value);
}

async function madeWith(
  trial: Trial,
  { resource, create, call }: Made & { readonly call: CallArguments },
  context: CheckContext,
): Promise<Readonly<Record<string, unknown>>> {
  const renamed = context.fixtures.bodies.renamed(create, call);
  const fresh = await context.fixtures.renewed(trial, create, { call: renamed });
  const answer = await trial.call(create, fresh);
  const instance = isSuccess(answer) ? madeInstance(resource, fresh, answer) : undefined;
  if (instance === undefined) return untried(`needs a success of ${create.id} with other numbers`);
  return readItem(trial, instance, context);
}

/** A member that answers have, and its description. */
interface Described {
  readonly name: string;
  readonly text: string;
}

/** Words by which a description says that a number is computed. */
const computing = /\b(?:sum|total|product|number|count|amount) (?:of|for)\b|\btimes\b|\bmultiplied\b/i;

/** The members of the answers of an operation that are computed, as their descriptions say, also those of the objects in them. */
function describedNumbers(contracts: CheckContext["contract"]["contracts"], { declared }: ApiOperation) {
  const found: Described[] = [];
  const visit = (schema: Place, prefix: string): void => {
    for (const branch of branches(contracts, schema))
      for (const [name, property] of childPlaces(below(branch, "properties")))
        for (const { value } of branches(contracts, property)) {
          if (!isSchemaObject(value)) continue;
          const { description } = value;
          const full = prefix === "" ? name : `${prefix}/${name}`;
          if (typeof description === "string" && computing.test(description))
            found.push({ name: full, text: description });
          if (prefix === "" && value.properties !== undefined) visit(property, name);
        }
  };
  for (const [status, response] of declared.responses)
    if (status.startsWith("2"))
      for (const [, media] of childPlaces(below(response, "content"))) visit(below(media, "schema"), "");
  return found;
}

async function followsNumbers(
  trial: Trial,
  { resource, create, name, text }: Made & Described,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const { call } = await fixtures.accepted(trial, create, { isRich: true });
  const node = fixtures.bodies.node(create);
  if (node === undefined) return untried(`needs a body of ${create.id}`);
  const words = text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
  const names = new Set(words.flatMap((word) => [word, word.replace(/s$/, "")]));
  const path = valuePlaces(node, bodyValue(call)).find(
    ({ path: each, value }) => typeof value === "number" && names.has(String(each.at(-1)).toLowerCase()),
  )?.path;
  if (path === undefined)
    return untried(`needs a number in a body of ${create.id} that \`${name}\` is computed of`);
  const own = await madeWith(trial, { resource, create, call }, context);
  const value = Number(valueAtPath(bodyValue(call), path));
  for (const each of otherNumber(value)) {
    const body = withValueAt(bodyValue(call), path, each);
    if (!holds(node, body) || value === 0) continue;
    const other = await madeWith(trial, { resource, create, call: withBody(call, body) }, context);
    const [before, after] = [own, other].map((item) => valueAtPath(item, name.split("/")));
    if (typeof before === "number" && before !== 0 && before === after)
      violated(
        `\`${name}\` is ${before} whether \`${path.join("/")}\` is ${value} or ${each}, and the contract says: ${text.slice(0, 100)}`,
      );
    return;
  }
  untried(`needs another number for \`${path.join("/")}\``);
}
