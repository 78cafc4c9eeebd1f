import { below } from "../../../../../reader/documents/place.js";
import { writtenMedia } from "../../contract/api-contract.js";
import { hasInOrder, infoText, statements } from "../../contract/contract-words.js";
import { applied, declaredProperties } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { differenceText } from "./lifecycle.js";
import {
  type ItemChange,
  isChangeTime,
  itemChanges,
  type ObservedChange,
  observedChange,
  snapshot,
} from "./observed-change.js";
import { settled } from "./same-content.js";

/** What an item says of its own history is true. */
export const timestamps: ApiCheck = {
  name: "timestamps",
  rule: "A change leaves the time of an item's creation as it is; that of its last change and its revision move, and never go back.",
  *cases(context) {
    for (const change of itemChanges(context))
      yield mustCase(`timestamps/${change.id}`, async (trial, own) => {
        const all = await observedChange(trial, change, own);
        const seen = { ...all, isChanged: all.isChanged && isOwnChange(all) };
        const written = writtenMembers(change, own);
        const names = Object.keys(seen.before.item).filter((name) => !written.has(name));
        const told = names.filter(
          (name) =>
            compareCreation(name, change, seen) || compareUpdate(name, change, { seen, context: own }),
        );
        const counted = names.filter((name) => compareRevision(name, change, { seen, context: own }));
        if (told.length + counted.length === 0) untried("needs an item with such members");
      });
  },
};

/** Whether more changes than the marks that callers leave on an item, which are no change of it: likes, votes, their numbers. */
function isOwnChange({ before, after }: ObservedChange): boolean {
  const lasting = (item: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(settled(item)).filter(([name]) => !marks.test(name)));
  return differenceText(lasting(before.item), lasting(after.item)) !== undefined;
}

const marks =
  /(?:counts?|averages?|ratings?|likes?|votes?|scores?|views?)$|^(?:favou?rited|liked|following|starred|bookmarked|subscribed|voted)$/i;

/** Members that clients write. */
function writtenMembers(
  { resource, operation }: ItemChange,
  { contract }: CheckContext,
): ReadonlySet<string> {
  return new Set(
    [resource.create, resource.put, operation].flatMap((each) => {
      const media = each && writtenMedia(each);
      const node = media && contract.requestNode(below(media.place, "schema"));
      return node === undefined ? [] : declaredProperties(applied(node, {})).map(([name]) => name);
    }),
  );
}

const creationTime =
  /^(?:date_?)?(?:created|creation|inserted|registered)(?:_?(?:at|on|time|date|timestamp))?$/i;

/** Whether a member is the time of creation; it is compared then. */
function compareCreation(
  name: string,
  { operation }: ItemChange,
  { before, after }: ObservedChange,
): boolean {
  const [one, other] = [before.item[name], after.item[name]];
  if (!creationTime.test(name) || typeof one !== "string" || typeof other !== "string") return false;
  if (one !== other && Date.parse(one) !== Date.parse(other))
    violated(
      `${operation.id} changes \`${name}\` of an item from ${one.slice(0, 40)} to ${other.slice(0, 40)}`,
    );
  return true;
}

interface Comparison {
  readonly seen: ObservedChange;
  readonly context: CheckContext;
}

/** Whether a member is the time of the last change; it is compared then. */
function compareUpdate(
  name: string,
  { operation, transition }: ItemChange,
  { seen: { before, after, isChanged }, context }: Comparison,
): boolean {
  const [one, other] = [before.item[name], after.item[name]];
  if (!isChangeTime(name) || typeof one !== "string" || typeof other !== "string") return false;
  // A date alone hardly ever moves.
  if (!one.includes(":") || !other.includes(":")) return false;
  if (Date.parse(other) < Date.parse(one))
    violated(
      `\`${name}\` of an item is earlier after ${operation.id}: ${other.slice(0, 40)}, and it was ${one.slice(0, 40)}`,
    );
  if (isChanged && Date.parse(other) === Date.parse(one))
    violated(`\`${name}\` of an item stays the same though ${operation.id} changes it: ${one.slice(0, 40)}`, {
      level: transition === undefined || saysMoves(name, context) ? "must" : "should",
    });
  return true;
}

/** Whether a member is the number of the state; it is compared then. */
function compareRevision(
  name: string,
  { operation }: ItemChange,
  { seen: { before, after, isChanged }, context }: Comparison,
): boolean {
  const [one, other] = [before.item[name], after.item[name]];
  if (!/^(?:revision|rev|(?:lock_?|row_?)?version|(?:revision|version)_?number)$/i.test(name)) return false;
  if (typeof one !== "number" || typeof other !== "number") return false;
  if (other < one)
    violated(`\`${name}\` of an item is less after ${operation.id}: ${other}, and it was ${one}`);
  if (isChanged && other === one)
    violated(`\`${name}\` of an item stays ${one} though ${operation.id} changes it`, {
      // It may be that of the format.
      level: saysMoves(name, context) ? "must" : "should",
    });
  return true;
}

/** Whether the contract speaks of a member where it speaks of changes. */
function saysMoves(name: string, { contract }: CheckContext): boolean {
  return statements(infoText(contract)).some(
    (each) => each.includes(`\`${name}\``) && /\b(?:change|update|increase|increment)/i.test(each),
  );
}

/** A change that changes nothing leaves what the contract says. */
export const unchanged: ApiCheck = {
  name: "unchanged",
  rule: "A change that changes nothing leaves the members and the ETag as they are of which the contract says so.",
  *cases(context) {
    const statement = statements(infoText(context.contract)).find((each) =>
      hasInOrder(each, [/\bchanges? (?:that )?(?:changes |with )?nothing\b/i, /\b(?:leaves?|keeps?)\b/i]),
    );
    if (statement === undefined) return;
    const names = [...statement.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    const isTagged = /\b(?:entity tag|etag)\b/i.test(statement);
    for (const change of itemChanges(context)) {
      const { resource, operation, transition } = change;
      if (transition !== undefined) continue;
      yield mustCase(`unchanged/${change.id}`, async (trial, own) => {
        const { names: path, after: before, call } = await observedChange(trial, change, own);
        if (call === undefined) return;
        const again = await own.fixtures.renewed(trial, operation, { call });
        const headers: Record<string, string> = before.tag === undefined ? {} : { "if-match": before.tag };
        demandSuccess(await trial.call(operation, again, { headers }), operation);
        const after = await snapshot(trial, { resource, names: path }, own);
        const other = names.find(
          (name) => Object.hasOwn(before.item, name) && before.item[name] !== after.item[name],
        );
        if (other !== undefined)
          violated(`${operation.id} changes \`${other}\` though the item has the content already`);
        if (isTagged && before.tag !== after.tag)
          violated(`${operation.id} changes the ETag though the item has the content already`);
      });
    }
  },
};
