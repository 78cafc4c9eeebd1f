import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { parameterSchema } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, type CallArguments, withBody, withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isRecord } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied, type ValuePath, valueAtPath, withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { isTimeText } from "./filter-readings.js";
import { listDifference } from "./filters-together.js";
import { pageParameters } from "./page-parameters.js";
import { proseText, type ReadList, readList } from "./read-lists.js";
import { comparable, findMember, type Selection, selections } from "./selections.js";
import { withOtherChoice } from "./varied-items.js";

/** Lists are in the order that was asked for. */
export const sorting: ApiCheck = {
  name: "sorting",
  rule: "A list is in the order that a query parameter with declared values asks for, such as `-price` or `name_asc`, on all its pages.",
  *cases(context) {
    for (const selection of selections(context)) {
      const { list, parameter } = selection;
      if (!/^(?:sort|order|orderby|sortby)$/i.test(parameter.name.replace(/[^A-Za-z]/g, ""))) continue;
      const node = context.contract.requestNode(parameterSchema(parameter));
      const values = node === undefined ? [] : applied(node, undefined).flatMap((each) => each.enum ?? []);
      for (const value of values)
        if (typeof value === "string" && !/^(?:asc|desc)/i.test(value))
          yield mustCase(`sorting/${list.id}/${parameter.name}/${value}`, (trial, own) =>
            sorted(trial, { ...selection, value }, own),
          );
    }
  },
};

async function sorted(
  trial: Trial,
  { resource, list, parameter, value }: Selection & { readonly value: string },
  context: CheckContext,
): Promise<void> {
  const stem = value.replace(/^[-+]/, "").replace(/[_:. -](?:asc|desc)(?:ending)?$/i, "");
  const parents = listNames(await context.fixtures.make(trial, resource, { isRich: true }));
  await makeDifferent(trial, { resource, stem }, context);
  const selected = (call: CallArguments): CallArguments => withParameter(call, parameter, value);
  const listing = { resource, list, parents, selected };
  const whole = await readList(trial, listing, context);
  const text = `${list.id} with \`${parameter.name}\` ${value}`;
  const order = {
    stem,
    prose: proseText(parameter),
    isDescending: value.startsWith("-") || /desc/i.test(value),
  };
  demandOrder(whole, { ...order, text });
  const { size } = pageParameters(list);
  const part = Math.ceil(whole.names.length / 4);
  if (size === undefined || part < 2) return;
  const paged = await readList(trial, { ...listing, size: part }, context);
  // Items with the same key have one order, or pages lose some of them.
  const difference = listDifference(whole, paged);
  if (difference !== undefined)
    violated(`the server answers ${text} in pages of ${part} ${difference}, and otherwise not`);
  demandOrder(paged, { ...order, text: `${text} in pages of ${part}` });
}

interface WantedOrder {
  readonly stem: string;
  /** What the contract says of it. */
  readonly prose: string;
  readonly isDescending: boolean;
  readonly text: string;
}

function demandOrder(read: ReadList, { stem, prose, isDescending, text }: WantedOrder): void {
  const items = read.names.map((name) => read.items.get(name)).filter(isRecord);
  const member = items.map((item) => findMember(item, stem)).find((each) => each !== undefined);
  if (member === undefined) untried(`needs items with a member that ${stem} is about`);
  const keys = items
    .map((item) => comparable(item[member]) ?? item[member])
    .filter((key) => key !== undefined && key !== null);
  if (keys.some((key) => typeof key !== typeof keys[0])) untried("needs items that all have it");
  if (new Set(keys).size < 2) untried("needs items that differ in it");
  const faults = possibleOrders(keys, prose).map((compare) => firstFault(keys, { compare, isDescending }));
  const [at = 0] = faults;
  if (faults.every((each) => each !== undefined))
    violated(
      `the server answers ${text} in another order: ${keys
        .slice(Math.max(0, at - 2), at + 3)
        .map(String)
        .join(", ")}`,
    );
}

/** The index of the first key that is before the one which it should follow. */
function firstFault(
  keys: readonly unknown[],
  { compare, isDescending }: { readonly compare: Compare; readonly isDescending: boolean },
): number | undefined {
  const sign = isDescending ? -1 : 1;
  const index = keys.findIndex((key, each) => each > 0 && sign * compare(keys[each - 1], key) > 0);
  return index === -1 ? undefined : index;
}

/** Numbers whose order as texts is another one, and some between them. */
const numbers = [100, 9.75, 9, 10, 9.5];

/** Beginnings of texts whose order is another one without regard to case. */
const beginnings = ["b", "B", "a", "C", "A"];

/** Makes items that differ in the member, neither in rising nor in falling order. */
async function makeDifferent(
  trial: Trial,
  { resource, stem }: { readonly resource: ApiResource; readonly stem: string },
  { fixtures }: CheckContext,
): Promise<void> {
  const { create } = resource;
  const node = create && fixtures.bodies.node(create);
  if (create === undefined || node === undefined) return;
  for (const index of beginnings.keys()) {
    const call = await baseCall(trial, create, fixtures);
    const body = bodyValue(call);
    const path = isRecord(body) ? sortedPath(body, stem) : undefined;
    if (path === undefined) continue;
    const own = valueAtPath(body, path);
    const valid = differentValues(own).filter((value) => holds(node, withValueAt(body, path, value)));
    const value = valid.length === 0 ? own : valid[index % valid.length];
    const varied = withOtherChoice(node, withValueAt(body, path, value), { path, index });
    await trial.call(create, withBody(call, varied));
  }
}

function differentValues(own: unknown): readonly unknown[] {
  if (typeof own === "number") return [...numbers, own + 1, own + 2, own];
  if (typeof own !== "string" || /^\d{4}-\d\d-\d\d/.test(own)) return [];
  return beginnings.map((letter) => letter + own.slice(1));
}

/** Where a body has the member that an order is about; the number of an amount with its currency. */
function sortedPath(body: Readonly<Record<string, unknown>>, stem: string): ValuePath | undefined {
  const member = findMember(body, stem);
  const own = member === undefined ? undefined : body[member];
  if (member === undefined || !isRecord(own)) return member === undefined ? undefined : [member];
  const inner = Object.keys(own).find((key) => typeof own[key] === "number");
  return inner === undefined ? undefined : [member, inner];
}

type Compare = (one: unknown, other: unknown) => number;

const byCodeUnits: Compare = (one, other) => {
  if (String(one) === String(other)) return 0;
  return String(one) < String(other) ? -1 : 1;
};

const byLetters: Compare = (one, other) =>
  String(one).toLowerCase().localeCompare(String(other).toLowerCase(), "en");

const byLowerCase: Compare = (one, other) =>
  byCodeUnits(String(one).toLowerCase(), String(other).toLowerCase());

/** The orders that a server may have: numbers by size, times by when they are, and texts as the contract says, if it does. */
function possibleOrders(keys: readonly unknown[], prose: string): readonly Compare[] {
  if (keys.every((key) => typeof key === "number")) return [(one, other) => Number(one) - Number(other)];
  if (keys.every(isTimeText)) return [(one, other) => Date.parse(String(one)) - Date.parse(String(other))];
  if (/\bcode (?:unit|point)s?\b|\bASCII\b|\bbyte order\b|\bcase[- ]sensitive/i.test(prose))
    return [byCodeUnits];
  if (/\bignor\w+ case\b|\bcase[- ]insensitive|\b(?:regardless|irrespective) of case\b/i.test(prose))
    return [byLetters, byLowerCase];
  return [
    byCodeUnits,
    (one, other) => String(one).localeCompare(String(other), "en"),
    byLetters,
    byLowerCase,
    (one, other) => Number(one) - Number(other),
  ];
}
