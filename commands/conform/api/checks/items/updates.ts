import { type ApiOperation, headerParameter, operationText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, type CallArguments } from "../../request/call-arguments.js";
import { type ApiInstance, sentItem } from "../../run/api-instance.js";
import { answerHeader, isSuccess } from "../../run/api-session.js";
import { isRecord, itemName, itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  readItem,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { creator, differenceText } from "./lifecycle.js";
import { settled } from "./same-content.js";
import { memberDefault } from "./stored-members.js";

/** An item, and a change of it. */
interface Update {
  readonly resource: ApiResource;
  readonly change: ApiOperation;
}

function* updates({ session }: CheckContext): Generator<Update> {
  for (const resource of session.resources)
    for (const change of [resource.put, resource.patch])
      if (change !== undefined && creator(resource) !== undefined && resource.get !== undefined)
        yield { resource, change };
}

/** A change, and what it is made with. */
interface Changing {
  readonly change: ApiOperation;
  readonly fixtures: CheckContext["fixtures"];
}

/** Changes an item, and returns what was sent. Throws `ApiUntried` if the server doesn't accept it. */
export async function updated(trial: Trial, instance: ApiInstance, { change, fixtures }: Changing) {
  const headers = await condition(trial, instance, { change, fixtures });
  const { call, answer } = await fixtures.accepted(trial, change, {
    names: instance.names,
    isRich: true,
    headers,
  });
  if (answer.status === 202) return untried(`needs a change at once, and ${change.id} answers 202`);
  return { sent: sentItem(instance.resource, change, call), call, answer };
}

/** The `If-Match` that a change demands. */
export async function condition(
  trial: Trial,
  instance: ApiInstance,
  { change, fixtures }: Changing,
): Promise<Readonly<Record<string, string>>> {
  if (headerParameter(change, "if-match")?.required !== true) return {};
  const { answer } = await getItem(trial, instance, { fixtures });
  const tag = answerHeader(answer, "etag");
  return tag === undefined ? {} : { "if-match": tag };
}

/** An update is visible. */
export const updateVisible: ApiCheck = {
  name: "update-visible",
  rule: "After a change, an item has the content that was sent.",
  *cases(context) {
    for (const { resource, change } of updates(context))
      yield mustCase(`update-visible/${change.id}`, async (trial, own) => {
        const instance = await own.fixtures.make(trial, resource);
        const { sent, answer } = await updated(trial, instance, { change, fixtures: own.fixtures });
        const shown = await readItem(trial, instance, own);
        const difference = differenceText(sent, shown);
        if (difference !== undefined)
          violated(`the server shows an item without what ${change.id} has changed: ${difference}`);
        const answered = itemValue(answer.value, resource);
        const other =
          answered === undefined || itemName(answered, resource) === undefined
            ? undefined
            : differenceText(settled(answered), shown);
        if (other !== undefined) violated(`the answer of ${change.id} isn't what the item is then: ${other}`);
      });
  },
};

/** A PATCH changes what it names alone, and a PUT replaces the whole. */
export const patchKeeps: ApiCheck = {
  name: "patch-keeps",
  rule: "A PATCH leaves members alone that it doesn't name.",
  *cases(context) {
    for (const { resource, change } of updates(context)) {
      if (change.method !== "PATCH") continue;
      yield mustCase(`patch-keeps/${change.id}`, async (trial, own) => {
        const { fixtures } = own;
        const instance = await fixtures.make(trial, resource, { isRich: true });
        const { call } = await updated(trial, instance, { change, fixtures });
        const body = bodyValue(call);
        const members = isRecord(body) ? Object.keys(body).slice(0, mostMembers) : [];
        let kept = 0;
        for (const member of members.length === 0 ? [""] : members) {
          // A new item, so that what the patches before have removed is there.
          const each = await fixtures.make(trial, resource, { isRich: true });
          const single = fixtures.bodies.withoutOthers(change, call, member) ?? call;
          if (await keptBy(trial, each, { change, single, context: own })) kept++;
        }
        if (kept === 0) untried(`needs a success of ${change.id} with a single member`);
      });
    }
  },
};

/** Members whose patches are tried one by one. */
const mostMembers = 5;

interface SinglePatch {
  readonly change: ApiOperation;
  readonly single: CallArguments;
  readonly context: CheckContext;
}

/** What a patch doesn't name is what it was; `false` if the server refuses the patch. */
async function keptBy(
  trial: Trial,
  instance: ApiInstance,
  { change, single, context }: SinglePatch,
): Promise<boolean> {
  const { fixtures } = context;
  const before = await readItem(trial, instance, context);
  const { parameters } = await fixtures.call(trial, change, { names: instance.names });
  const renamed = fixtures.bodies.renamed(change, single);
  if (!isSuccess(await trial.call(change, { ...renamed, parameters }))) return false;
  const sent = Object(bodyValue(renamed)) as object;
  // What clients don't write may be computed of what they do, such as a total.
  const written = Object(instance.sent) as object;
  const others = Object.fromEntries(
    Object.entries(settled(before)).filter(
      ([name]) => !Object.hasOwn(sent, name) && Object.hasOwn(written, name),
    ),
  );
  const after = await readItem(trial, instance, context);
  const missing = Object.entries(others).find(
    ([name, value]) => value !== null && value !== undefined && !Object.hasOwn(after, name),
  );
  if (missing !== undefined) violated(`\`${missing[0]}\` is gone after ${change.id}, which didn't name it`);
  const difference = differenceText(others, after);
  if (difference !== undefined) violated(`${change.id} changes a member that it doesn't name: ${difference}`);
  return true;
}

/** PUT is idempotent. */
export const putTwice: ApiCheck = {
  name: "put-twice",
  rule: "A PUT that is sent twice has the effect of one (RFC 9110, section 9.2.2).",
  *cases(context) {
    for (const { resource, change } of updates(context)) {
      if (change.method !== "PUT") continue;
      yield mustCase(`put-twice/${change.id}`, async (trial, own) => {
        const instance = await own.fixtures.make(trial, resource);
        const { call } = await updated(trial, instance, { change, fixtures: own.fixtures });
        const once = await readItem(trial, instance, own);
        const headers = await condition(trial, instance, { change, fixtures: own.fixtures });
        const again = await trial.call(change, call, { headers });
        if (again.status >= 500)
          violated(
            `the server answers the second of two equal requests of ${change.id} with ${again.status}`,
          );
        demandSuccess(again, change);
        const difference = differenceText(settled(once), await readItem(trial, instance, own));
        if (difference !== undefined)
          violated(`a second request of ${change.id} like the first changes something: ${difference}`);
      });
      const saysSo = /\breplac|\bdefaults?\b/i.test(operationText(change));
      const replacing = saysSo ? mustCase : shouldCase;
      yield replacing(`put-replaces/${change.id}`, async (trial, own) => {
        const { fixtures } = own;
        const instance = await fixtures.make(trial, resource, { isRich: true });
        const before = await readItem(trial, instance, own);
        const headers = await condition(trial, instance, { change, fixtures });
        const { call } = await fixtures.accepted(trial, change, { names: instance.names, headers });
        const small = fixtures.bodies.withoutOthers(change, call, "");
        if (small === undefined) return untried(`needs a body of ${change.id} with optional members`);
        const answer = await trial.call(change, small, {
          headers: await condition(trial, instance, { change, fixtures }),
        });
        demandSuccess(answer, change);
        const body = Object(bodyValue(small)) as object;
        const after = await readItem(trial, instance, own);
        const sent = Object(instance.sent) as object;
        const kept = Object.entries(before).find(
          ([name, value]) =>
            Object.hasOwn(sent, name) &&
            memberDefault(own.contract, change, name) === undefined &&
            !Object.hasOwn(body, name) &&
            isTelling(value) &&
            differenceText(value, after[name] ?? null) === undefined,
        );
        if (kept !== undefined)
          violated(`\`${kept[0]}\` is still there after ${change.id}, whose body lacked it`);
      });
    }
  },
};

/** Whether a value is hardly a default. */
function isTelling(value: unknown): boolean {
  return (
    (typeof value === "string" && value.length > 3) || (typeof value === "number" && Math.abs(value) > 1)
  );
}
