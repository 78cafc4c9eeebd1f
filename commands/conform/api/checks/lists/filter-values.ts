import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { Level } from "../../../suite/suite.js";
import { hasDefault, operationText, parameterSchema } from "../../contract/api-contract.js";
import { parameterText } from "../../contract/contract-words.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import { ApiUntried } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { type FilterReading, filterReading, isSelected, isTimeText, position } from "./filter-readings.js";
import { pageParameters } from "./page-parameters.js";
import { type ListedItem, plainName, type ReadList, readList } from "./read-lists.js";
import type { ListSearch } from "./searches.js";
import { variedList } from "./varied-items.js";

/** The lists whose items can be made and read, with the query parameters that may select some of them. */
export function* filteredLists({ session }: CheckContext): Generator<ListSearch> {
  for (const resource of session.resources) {
    const { list, get } = resource;
    if (list === undefined || get === undefined || creator(resource) === undefined) continue;
    const paging = Object.values(pageParameters(list));
    for (const parameter of list.declared.parameters) {
      const isOrder = /^(?:sort|order)(?:by)?$/.test(plainName(parameter.name));
      if (parameter.in === "query" && !isOrder && !paging.includes(parameter))
        yield { resource, list, parameter };
    }
  }
}

/** A filter finds all items that match, and no others. */
export const filterValues: ApiCheck = {
  name: "filter-values",
  rule: "A filter finds every item of the list that matches, and no others: for 0, negative numbers, false, each declared value, and a value that no item has.",
  *cases(context) {
    for (const search of filteredLists(context))
      yield mustCase(`filter-values/${search.list.id}/${search.parameter.name}`, (trial, own) =>
        compare(trial, search, own),
      );
  },
};

async function compare(trial: Trial, search: ListSearch, context: CheckContext): Promise<void> {
  const { resource, list, parameter } = search;
  const { parents, foreign, made } = await variedList(trial, search, context);
  const whole = await readList(trial, { resource, list, parents }, context);
  const missing = made.find((name) => !whole.items.has(name));
  if (missing !== undefined)
    violated(`the list of ${list.id} lacks the item ${missing}, which was made before`);
  const items = [...whole.items.values()];
  const reading = filterReading(parameter, items, context.contract);
  if (reading === undefined) return untried(`needs items with a member that \`${parameter.name}\` is about`);
  let compared = 0;
  for (const wanted of filterWishes(reading, items, context)) {
    const selected = await selection(trial, { search, parents, wanted }, context);
    if (selected === undefined) continue;
    compared++;
    const text = `${list.id} with \`${parameter.name}\` ${wishText(wanted)}`;
    const stranger = foreign.find((name) => selected.items.has(name) && !whole.items.has(name));
    if (stranger !== undefined)
      violated(`the server answers ${text} with the item ${stranger}, which was made below another item`);
    const fault = selectionFault({ reading, whole, selected, wanted });
    if (fault !== undefined) violated(`the server answers ${text} ${fault.words}`, { level: fault.level });
    const hidden = selectsByDefault(search, context)
      ? undefined
      : selected.names.find((name) => !whole.items.has(name));
    if (hidden !== undefined)
      violated(
        `the server answers ${text} with the item ${hidden}, which the list without \`${parameter.name}\` lacks`,
        { level: "should" },
      );
  }
  if (compared === 0) return untried(`needs a success of ${list.id} with \`${parameter.name}\``);
}

/** Whether the contract says that the list leaves items out of itself without the filter, too. */
function selectsByDefault(
  { list, parameter }: Pick<ListSearch, "list" | "parameter">,
  { contract }: CheckContext,
): boolean {
  if (hasDefault(contract, parameterSchema(parameter))) return true;
  const told = `${operationText(list)}. ${parameterText(parameter)}`;
  return /\b(?:unless|by default|left out|leaves out|excluded?|hidden|omitted|only if)\b/i.test(told);
}

/** The list with a filter; `undefined` if the server doesn't take the value, such as the name of something that doesn't exist. */
async function selection(
  trial: Trial,
  {
    search: { resource, list, parameter },
    parents,
    wanted,
  }: { readonly search: ListSearch; readonly parents: readonly unknown[]; readonly wanted: unknown },
  context: CheckContext,
): Promise<ReadList | undefined> {
  const selected = (call: CallArguments): CallArguments => withParameter(call, parameter, wanted);
  try {
    return await readList(trial, { resource, list, parents, selected }, context);
  } catch (error) {
    if (error instanceof ApiUntried) return undefined;
    throw error;
  }
}

interface Selected {
  readonly reading: FilterReading;
  readonly whole: ReadList;
  readonly selected: ReadList;
  readonly wanted: unknown;
}

/** A fault of a selection, in words that follow "the server answers …". */
interface SelectionFault {
  readonly words: string;
  readonly level: Level;
}

function selectionFault({ reading, whole, selected, wanted }: Selected): SelectionFault | undefined {
  const [member = ""] = reading.members;
  const fault = (name: string, item: ListedItem, word: string): SelectionFault => {
    // "After" is often said of what is at the bound, too.
    const isAtBound = reading.isInclusive === false && position(item[member]) === position(wanted);
    const level = reading.isGuessed === true || isAtBound ? "should" : "must";
    return { words: `${word} the item ${name}, in which \`${member}\` is ${wishText(item[member])}`, level };
  };
  for (const [name, item] of selected.items)
    if (isSelected(reading, item, wanted) === false) return fault(name, item, "with");
  for (const [name, item] of whole.items)
    if (!selected.items.has(name) && isSelected(reading, item, wanted) === true)
      return fault(name, item, "without");
  return undefined;
}

/** A value in words. */
export function wishText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : value.map(wishText).join(", ");
  return typeof value === "object" && value !== null
    ? String(position(value) ?? "an object")
    : String(value).slice(0, 60);
}

/** Values of one filter that are asked for. */
const mostWishes = 8;

/** Values to ask for: those that items have, and those that careless programs take for none. */
export function filterWishes(
  reading: FilterReading,
  items: readonly ListedItem[],
  { contract }: Pick<CheckContext, "contract">,
): readonly unknown[] {
  const node = contract.requestNode(parameterSchema(reading.parameter));
  if (node === undefined) return [];
  const wishes = candidates(reading, items, node).filter((wish) => holds(node, wish));
  return [...new Map(wishes.map((wish) => [String(wish), wish])).values()].slice(0, mostWishes);
}

/** Whether a declared value selects nothing: `all` of a state. */
export function selectsAll(value: unknown): boolean {
  return /^(?:all|any|both|every|everything|either|\*)$/i.test(String(value));
}

function candidates(
  { members, relation }: FilterReading,
  items: readonly ListedItem[],
  node: Parameters<typeof applied>[0],
): readonly unknown[] {
  const nodes = applied(node, undefined);
  const declared = nodes.flatMap((each) => each.enum ?? []);
  if (declared.length > 0) return declared.filter((each) => !selectsAll(each));
  if (nodes.some(({ type }) => type?.includes("boolean"))) return [true, false];
  const own = items.map((item) => item[members[0] ?? ""]).filter((value) => value !== undefined);
  if (relation === "text") return texts(own);
  if (relation === "all" || relation === "any" || relation === "several") return lists(own, nodes);
  const flat = own.flat().filter((value) => value !== null);
  const times = flat.filter(isTimeText).sort((a, b) => Date.parse(a) - Date.parse(b));
  if (times.length > 0) return spreadTimes(times, relation);
  const found = flat.flatMap((value) => position(value) ?? []).sort((a, b) => a - b);
  if (found.length === 0)
    return [...flat.slice(0, 2), ...flat.slice(0, 1).map((text) => `${String(text)}-other`)];
  const negative = found.find((value) => value < 0);
  const next = (found.at(-1) ?? 0) + 1;
  return [0, negative, 1, ...spreadValues(found), 9, next].filter((value) => value !== undefined);
}

/** Times of items, times a little beside one of them, and one that is beyond all. */
function spreadTimes(times: readonly string[], relation: FilterReading["relation"]): readonly string[] {
  const [middle = ""] = spreadValues(times);
  const beside = [-60_000, 60_000].map((ms) => new Date(Date.parse(middle) + ms).toISOString());
  const beyond = relation === "most" ? "2999-01-01T00:00:00Z" : "1971-01-01T00:00:00Z";
  return relation === "equal" ? spreadValues(times) : [...spreadValues(times), ...beside, beyond];
}

function spreadValues<T>(sorted: readonly T[]): readonly T[] {
  const at = (part: number): T[] => sorted.slice(Math.floor((sorted.length - 1) * part)).slice(0, 1);
  return [...at(0.5), ...at(0), ...at(1)];
}

/** A whole text, and its first word, which others may have, too. */
function texts(own: readonly unknown[]): readonly string[] {
  const [text] = own.filter((value) => typeof value === "string");
  const word = text?.split(/[^\p{L}\p{N}]/u, 1)[0] ?? "";
  return [word, text ?? ""].filter((each) => each.length > 1);
}

/** Lists of one and of two values. */
function lists(own: readonly unknown[], nodes: ReturnType<typeof applied>): readonly unknown[] {
  const inner = nodes.flatMap(({ items }) => (items === undefined ? [] : applied(items, undefined)));
  const declared = inner.flatMap((each) => each.enum ?? []);
  const several = own.filter((value) => Array.isArray(value) && value.length > 1) as (readonly unknown[])[];
  const [longest] = [...several].sort((a, b) => b.length - a.length);
  const [first] = declared.length > 0 ? declared : own.flat();
  const part = typeof first === "string" && declared.length === 0 ? [[first.slice(0, -1)]] : [];
  const pair = longest?.slice(0, 2) ?? declared.slice(0, 2);
  return [
    pair,
    [...pair].reverse(),
    longest,
    [pair[1] ?? first],
    [first],
    declared.at(-1) && [declared.at(-1)],
    ...part,
  ].filter((each) => each !== undefined);
}
