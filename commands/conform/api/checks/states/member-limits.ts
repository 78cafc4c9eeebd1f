import { branches } from "../../../../../reader/documents/joint-schemas.js";
import { below, childPlaces } from "../../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../../reader/documents/schema-walk.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, writtenMedia } from "../../contract/api-contract.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { valueAtPath, withValueAt } from "../../values/value-places.js";
import { type ApiCase, type ApiCheck, type CheckContext, readItem, untried, violated } from "../api-check.js";
import { refusedWithoutEffect } from "./effects.js";

/** What the contract says in words of a member and another value: "Later than `start`", "Not more than the room's capacity". */
interface MemberLimit {
  readonly operation: ApiOperation;
  readonly member: string;
  /** The member that it is compared with; of the item in the path if `owner` is given. */
  readonly other: string;
  readonly owner?: string;
  /** Whether it must be more than the other one, rather than less. */
  readonly isAbove: boolean;
  /** Whether both may be equal. */
  readonly mayBeEqual: boolean;
  readonly text: string;
}

/** Members keep the limits that the contract says in words. */
export const memberLimits: ApiCheck = {
  name: "limit",
  rule: "A member that the contract says in words to be more or less than another one is refused beyond it, and accepted up to it.",
  *cases(context) {
    for (const operation of context.contract.operations) {
      if (operation.method !== "POST" && operation.method !== "PUT") continue;
      for (const limit of limits(operation, context)) {
        yield limitCase(limit, "beyond", (trial, own) => refusedAt(trial, { limit, steps: -1 }, own));
        if (limit.mayBeEqual)
          yield limitCase(limit, "equal", (trial, own) => acceptedAt(trial, { limit, steps: 0 }, own));
        else yield limitCase(limit, "equal", (trial, own) => refusedAt(trial, { limit, steps: 0 }, own));
        if (limit.owner === undefined)
          yield limitCase(limit, "offset", (trial, own) =>
            acceptedAt(trial, { limit, steps: 1, isOffset: true }, own),
          );
      }
    }
  },
};

function limitCase({ operation, member }: MemberLimit, detail: string, run: ApiCase["run"]): ApiCase {
  return { id: `limit/${operation.id}/${member}/${detail}`, level: "must", run };
}

/** "Later than `start`", "must be after start", "`end` isn't after `start`": the word for the direction. */
const directions = /\b(?:later|after|greater|larger|more|higher|earlier|before|less|smaller|lower|fewer)\b/gi;

/** What a description says after a word for a direction, without what is in between: `start` of "later than `start`". */
function comparedName(after: string): string | undefined {
  const words = after.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  return words.find((word) => !/^(?:than|or|equal|to|the)$/i.test(word));
}

/** "Not more than the room's capacity": what has the member, and the member. */
function ownedName(after: string): readonly [owner: string, member: string] | undefined {
  const words = after.replace(/’/g, "'").split(" ");
  const at = words.findIndex((word) => word.endsWith("'s"));
  const member = words[at + 1]?.replace(/[^A-Za-z0-9_]/g, "");
  return at === -1 || at > 2 || member === undefined ? undefined : [words[at]?.slice(0, -2) ?? "", member];
}

function limits(operation: ApiOperation, { contract }: CheckContext): readonly MemberLimit[] {
  const media = writtenMedia(operation);
  if (media === undefined) return [];
  const properties = branches(contract.contracts, below(media.place, "schema")).flatMap((place) =>
    childPlaces(below(place, "properties")),
  );
  const names = new Map(properties.map(([name]) => [name.toLowerCase(), name]));
  return properties.flatMap(([member, place]): readonly MemberLimit[] => {
    const { description } = isSchemaObject(place.value) ? place.value : {};
    if (typeof description !== "string") return [];
    for (const found of description.matchAll(directions)) {
      const after = description.slice(found.index + found[0].length).trimStart();
      const isNot = /\b(?:not|isn't|no)$/i.test(description.slice(0, found.index).trimEnd());
      const isMore = /^(?:later|after|greater|larger|more|higher)$/i.test(found[0]);
      const head = { operation, member, isAbove: isMore !== isNot, text: description };
      const owned = ownedName(after);
      if (owned !== undefined) return [{ ...head, owner: owned[0], other: owned[1], mayBeEqual: isNot }];
      const other = names.get(comparedName(after)?.toLowerCase() ?? "");
      if (other === undefined || other === member) continue;
      return [{ ...head, other, mayBeEqual: isNot || /or equal|at least|at most/i.test(description) }];
    }
    return [];
  });
}

interface LimitTrial {
  readonly limit: MemberLimit;
  /** Steps from the limit, to the allowed side. */
  readonly steps: number;
  /** Whether a time is written with an offset by which its text is on the other side of the limit. */
  readonly isOffset?: boolean;
}

async function limitedCall(
  trial: Trial,
  { limit, steps, isOffset = false }: LimitTrial,
  context: CheckContext,
) {
  const { fixtures } = context;
  const { operation, member, other, owner, isAbove } = limit;
  const { call } = await fixtures.accepted(trial, operation, { isFresh: true });
  // Below another item, so that what was made first is in nobody's way.
  const path = await fixtures.call(trial, operation, { isFresh: true });
  const bound = await boundValue(trial, { call: { ...call, parameters: path.parameters }, limit }, context);
  if (bound === undefined)
    return untried(`needs a value of \`${other}\`${owner === undefined ? "" : ` of the ${owner}`}`);
  const value = shifted(bound, isAbove ? steps : -steps, isOffset);
  const renamed = fixtures.bodies.renamed(operation, call);
  const body = withValueAt(bodyValue(renamed), [member], value);
  const node = fixtures.bodies.node(operation);
  if (node === undefined || !holds(node, body)) return untried(`needs a valid body of ${operation.id}`);
  return { call: withBody({ ...renamed, parameters: path.parameters }, body), value };
}

async function boundValue(
  trial: Trial,
  { call, limit }: { readonly call: Parameters<typeof bodyValue>[0]; readonly limit: MemberLimit },
  context: CheckContext,
): Promise<unknown> {
  const { operation, other, owner } = limit;
  if (owner === undefined) return valueAtPath(bodyValue(call), [other]);
  const resource = context.fixtures.resourceAt(operation.path);
  if (resource?.noun !== owner.toLowerCase()) return undefined;
  const names = pathNames(operation, call);
  const item = await readItem(
    trial,
    { resource, names, sent: undefined, answer: undefined, call: undefined },
    context,
  );
  return item[other];
}

const hourMs = 3_600_000;

function shifted(bound: unknown, steps: number, isOffset: boolean): unknown {
  if (typeof bound === "number") return isOffset ? undefined : bound + steps;
  const time = typeof bound === "string" ? Date.parse(bound) : Number.NaN;
  if (typeof bound !== "string" || Number.isNaN(time)) return undefined;
  const ms = time + steps * hourMs;
  if (!bound.includes("T"))
    return isOffset ? undefined : new Date(time + steps * 24 * hourMs).toISOString().slice(0, 10);
  // An hour later, ten hours behind: the text is less.
  const offset = steps > 0 ? -10 : 10;
  const text = new Date(isOffset ? ms + offset * hourMs : ms).toISOString().replace(/\.\d+Z$/, "Z");
  if (!isOffset) return text;
  return text.replace("Z", offset < 0 ? "-10:00" : "+10:00");
}

async function refusedAt(trial: Trial, limited: LimitTrial, context: CheckContext): Promise<void> {
  const { operation, member, text } = limited.limit;
  const { call, value } = await limitedCall(trial, limited, context);
  const names = pathNames(operation, call);
  const send = (): Promise<ApiAnswer> => trial.call(operation, call);
  const answer = await refusedWithoutEffect(trial, { operation, names }, { context, send });
  if (isSuccess(answer))
    violated(
      `the server accepts a request of ${operation.id} in which \`${member}\` is ${String(value)}, and the contract says: ${text.slice(0, 100)}`,
      statuses("a refusal", answer.status),
    );
}

async function acceptedAt(trial: Trial, limited: LimitTrial, context: CheckContext): Promise<void> {
  const { operation, member, text } = limited.limit;
  const { call, value } = await limitedCall(trial, limited, context);
  const answer = await trial.call(operation, call);
  if (answer.status === 400 || answer.status === 422)
    violated(
      `the server refuses a request of ${operation.id} in which \`${member}\` is ${String(value)}, and the contract says: ${text.slice(0, 100)}`,
      statuses("a success", answer.status),
    );
}
