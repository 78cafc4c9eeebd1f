import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, declaresStatus, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import type { ApiIdentity } from "../../request/identity.js";
import { type ApiInstance, pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied, declaredProperties, withValueAt } from "../../values/value-places.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  getItem,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { refusedWithoutEffect } from "../states/effects.js";
import { differenceText } from "./lifecycle.js";
import { saysUnique } from "./repeated-calls.js";
import { settled } from "./same-content.js";

/** What must be unique is so after a change, too, and is free again when nobody has it any more. */
export const uniqueMembers: ApiCheck = {
  name: "unique",
  rule: "What the contract says to be unique can't be taken by a change either, is free again when no item has it, and only concerns those who see the item.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create, remove } = resource;
      if (create === undefined || !declaresStatus(create, 409)) continue;
      const text = statusText(create, 409);
      if (!saysUnique(text) || /\boverlaps?\b/i.test(text)) continue;
      const source = { resource, create };
      for (const change of [resource.put, resource.patch])
        if (change !== undefined && declaresStatus(change, 409) && saysUnique(statusText(change, 409))) {
          yield uniqueCase(`${change.id}/taken`, (trial, own) =>
            takenByChange(trial, { ...source, change }, own),
          );
          yield uniqueCase(`${change.id}/freed`, (trial, own) =>
            freedByChange(trial, { ...source, change }, own),
          );
        }
      if (remove !== undefined)
        yield uniqueCase(`${remove.id}/freed`, (trial, own) => freedByRemoval(trial, source, own));
      if (create.isSecured)
        yield {
          ...uniqueCase(`${create.id}/foreign`, (trial, own) => foreignName(trial, source, own)),
          level: ownScope.test(text) ? "must" : "should",
        };
    }
  },
};

/** Words of a contract that say that something is unique for its owner alone. */
const ownScope =
  /\b(?:company|tenant|shop|store|organi[sz]ation|account|workspace|team|project|newspaper|your|caller)\b/i;

function uniqueCase(detail: string, run: ApiCase["run"]): ApiCase {
  return { id: `unique/${detail}`, level: "must", run };
}

interface Source {
  readonly resource: ApiResource;
  readonly create: ApiOperation;
}

interface Change extends Source {
  readonly change: ApiOperation;
}

/** An item, and the member of its body that no other item may have. */
interface Unique {
  readonly instance: ApiInstance;
  readonly member: string;
  readonly value: string;
}

/** A further creation, and who calls. */
interface FurtherCreation extends Source, Unique {
  readonly identity?: ApiIdentity;
}

/** Members that are tried. */
const mostMembers = 6;

/** Finds the unique member: the one alone with which a further item is refused. Throws `ApiUntried`. */
async function unique(trial: Trial, source: Source, context: CheckContext): Promise<Unique> {
  const { resource, create } = source;
  const instance = await context.fixtures.make(trial, resource);
  const { sent } = instance;
  if (!isRecord(sent)) return untried(`needs a body of ${create.id}`);
  const texts = Object.entries(sent).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  for (const [member, value] of texts.slice(0, mostMembers)) {
    const answer = await made(trial, { ...source, instance, member, value }, context);
    if (answer.status === 409) return { instance, member, value };
  }
  return untried(`needs a member of ${create.id} that must be unique`);
}

/** The answer to a further creation that only has the unique member in common. */
async function made(
  trial: Trial,
  { create, instance, member, value, identity }: FurtherCreation,
  { fixtures }: CheckContext,
): Promise<ApiAnswer> {
  if (instance.call === undefined) return untried(`needs a body of ${create.id}`);
  const renamed = fixtures.bodies.renamed(create, instance.call);
  const call = await fixtures.renewed(trial, create, { call: renamed, identity });
  return trial.call(create, withBody(call, withValueAt(bodyValue(call), [member], value)), { identity });
}

async function takenByChange(trial: Trial, source: Change, context: CheckContext): Promise<void> {
  const { change, resource } = source;
  const { fixtures } = context;
  const { member, value } = await unique(trial, source, context);
  if (!takes(change, { member, value }, context))
    return untried(`needs \`${member}\` in a body of ${change.id}`);
  const other = await fixtures.make(trial, resource);
  const { names } = other;
  // The same change with another name must be fine, or a refusal says nothing.
  const { call } = await fixtures.accepted(trial, change, { names });
  const send = async (): Promise<ApiAnswer> => {
    const fresh = await fixtures.renewed(trial, change, { call: fixtures.bodies.renamed(change, call) });
    return trial.call(change, withBody(fresh, withValueAt(bodyValue(fresh), [member], value)));
  };
  const answer = await refusedWithoutEffect(trial, { operation: change, names }, { context, send });
  if (isSuccess(answer))
    violated(
      `the server accepts \`${member}\` of another item in a request of ${change.id}, for which the contract declares 409: ${statusText(change, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
}

/** Whether a body of an operation may have a member with a value. */
function takes(
  operation: ApiOperation,
  { member, value }: Pick<Unique, "member" | "value">,
  { fixtures }: CheckContext,
): boolean {
  const node = fixtures.bodies.node(operation);
  if (node === undefined) return false;
  const own = declaredProperties(applied(node, {})).find(([name]) => name === member);
  return own !== undefined && holds(own[1], value);
}

async function freedByChange(trial: Trial, source: Change, context: CheckContext): Promise<void> {
  const { change } = source;
  const found = await unique(trial, source, context);
  const { member, value, instance } = found;
  if (!takes(change, found, context)) return untried(`needs \`${member}\` in a body of ${change.id}`);
  await context.fixtures.accepted(trial, change, { names: instance.names, isRich: true });
  const item = await readItem(trial, instance, context);
  if (item[member] === value || item[member] === undefined)
    return untried(`needs a change of \`${member}\` by ${change.id}`);
  await demandFree(trial, source, { ...found, context, how: `${change.id} has changed` });
}

async function freedByRemoval(trial: Trial, source: Source, context: CheckContext): Promise<void> {
  const found = await unique(trial, source, context);
  const answer = await context.fixtures.items.remove(trial, found.instance);
  if (answer === undefined || !isSuccess(answer) || answer.status === 202)
    return untried("needs a deletion at once");
  await demandFree(trial, source, { ...found, context, how: "the only item that had it was deleted" });
}

async function demandFree(
  trial: Trial,
  source: Source,
  { how, context, ...found }: Unique & { readonly how: string; readonly context: CheckContext },
): Promise<void> {
  const answer = await made(trial, { ...source, ...found }, context);
  if (answer.status !== 409) return;
  const { create } = source;
  const level = /\b(?:has|have|exists?|is taken)\b/i.test(statusText(create, 409)) ? "must" : "should";
  violated(`the server still refuses \`${found.member}\` in a request of ${create.id} after ${how}`, {
    ...statuses("a success", answer.status),
    level,
  });
}

async function foreignName(trial: Trial, source: Source, context: CheckContext): Promise<void> {
  const { resource, create } = source;
  const [, other] = context.session.writers;
  if (other === undefined) return untried("needs another identity");
  const found = await unique(trial, source, context);
  const parents = pathNames(create, found.instance.call ?? { parameters: new Map() });
  if (resource.get === undefined || parents.length > 0)
    return untried("needs items that are below no other ones, and can be read");
  const { answer } = await getItem(trial, found.instance, { ...context, identity: other });
  // Items that the client names may have the same path for somebody else.
  if (isSuccess(answer)) return untried("needs items that are hidden from another identity");
  await context.fixtures.make(trial, resource, { identity: other });
  const before = await readItem(trial, found.instance, context);
  const second = await made(trial, { ...source, ...found, identity: other }, context);
  const difference = differenceText(settled(before), await readItem(trial, found.instance, context));
  if (difference !== undefined)
    violated(
      `an item of another identity with the same \`${found.member}\` changes this one: ${difference}`,
      {
        level: "must",
      },
    );
  if (second.status === 409)
    violated(
      `the server refuses \`${found.member}\` in a request of ${create.id} because of an item that is hidden from the caller`,
      statuses("a success", second.status),
    );
}
