import type { HttpParameter } from "../../../../reader/model/model.js";
import { type ApiOperation, parameterSchema } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { bodyValue, withBody, withParameter } from "../request/call-arguments.js";
import { listNames } from "../run/api-instance.js";
import { isSuccess } from "../run/api-session.js";
import { isRecord, listItems } from "../run/item-names.js";
import type { Trial } from "../run/trial.js";
import { applied, withValueAt } from "../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  readItem,
  untried,
  violated,
} from "./api-check.js";
import { creator } from "./lifecycle.js";
import { pageLimit, pageParameters } from "./listed-names.js";
import { baseCall } from "./refused.js";

type Item = Readonly<Record<string, unknown>>;

/** A list, and one of its query parameters. */
interface Selection {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
  readonly parameter: HttpParameter;
}

function* selections({ session }: CheckContext): Generator<Selection> {
  for (const resource of session.resources) {
    const { list } = resource;
    if (list === undefined || creator(resource) === undefined) continue;
    for (const parameter of list.declared.parameters)
      if (parameter.in === "query") yield { resource, list, parameter };
  }
}

/** Query parameters that are called like a member select by it. */
export const matches: ApiCheck = {
  name: "matches",
  rule: "A query parameter that is called like a member of the items, or like one with min or max, selects items by it.",
  *cases(context) {
    for (const selection of selections(context)) {
      const { list, parameter } = selection;
      const { size, cursor, page, offset } = pageParameters(list);
      if ([size, cursor, page, offset].includes(parameter) || /sort|order/i.test(parameter.name)) continue;
      const node = context.contract.requestNode(parameterSchema(parameter));
      const types = node === undefined ? [] : applied(node, undefined).flatMap(({ type }) => type ?? []);
      if (
        types.length === 0 ||
        types.includes("array") ||
        types.includes("object") ||
        types.includes("boolean")
      )
        continue;
      yield mustCase(`matches/${list.id}/${parameter.name}`, (trial, own) => select(trial, selection, own));
    }
  },
};

async function select(
  trial: Trial,
  { resource, list, parameter }: Selection,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const made = [
    await fixtures.make(trial, resource, { isRich: true }),
    await fixtures.make(trial, resource, { isRich: true }),
  ];
  const [, last] = made;
  if (last === undefined) return;
  const item = await readItem(trial, last, context);
  const [, bound, word] = /^(min|max|from|to|since|until|after|before)?_?-?(.+)$/i.exec(parameter.name) ?? [];
  const member = findMember(item, parameter.name);
  const bounded =
    member === undefined && word !== undefined
      ? (findMember(item, word) ?? suffixed(item, parameter.name))
      : undefined;
  const name = member ?? bounded;
  const value = name === undefined ? undefined : item[name];
  if (name === undefined || (typeof value !== "string" && typeof value !== "number"))
    return untried(`needs items with a member that \`${parameter.name}\` is about`);
  const direction = member === undefined ? boundDirection(bound ?? parameter.name) : "equal";
  if (direction === undefined || (direction !== "equal" && typeof value !== "number"))
    return untried(`needs to know what \`${parameter.name}\` selects`);
  const call = await fixtures.call(trial, list, { names: listNames(last) });
  // A value that no new item has shows whether it matters at all.
  for (const wanted of [value, otherWanted(value, direction)]) {
    const answer = await trial.call(list, withParameter(call, parameter, wanted));
    if (wanted !== value && !isSuccess(answer)) return;
    demandSuccess(answer, list);
    const items = (listItems(answer.value) ?? [])
      .filter(isRecord)
      .filter((each) => each[name] !== undefined && each[name] !== null);
    const wrong = items.find((each) => !isSelected(each[name], wanted, direction));
    if (wrong !== undefined)
      violated(
        `the server answers ${list.id} with \`${parameter.name}\` ${String(wanted)} with an item in which \`${name}\` is ${String(wrong[name])}`,
      );
    if (items.length === 0 && wanted === value)
      violated(
        `the server answers ${list.id} with \`${parameter.name}\` ${String(value)} without the item that has it`,
      );
  }
}

function otherWanted(value: string | number, direction: Direction): string | number {
  if (typeof value === "string") return `${value}-other`;
  return direction === "most" ? value - 1 : value + 1;
}

type Direction = "equal" | "least" | "most";

function boundDirection(word: string): Direction | undefined {
  if (/min|from|since|after/i.test(word)) return "least";
  if (/max|to|until|before/i.test(word)) return "most";
  return undefined;
}

function isSelected(own: unknown, wanted: string | number, direction: Direction): boolean {
  if (direction === "least") return Number(own) >= Number(wanted);
  if (direction === "most") return Number(own) <= Number(wanted);
  if (typeof wanted === "number") return Number(own) === wanted;
  // Whether a part is enough only the server knows.
  return typeof own !== "string" || own.toLowerCase().includes(wanted.toLowerCase());
}

function findMember(item: Item, name: string): string | undefined {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return Object.keys(item).find((each) => plain(each) === plain(name));
}

/** A member such as `price` for `priceMin`. */
function suffixed(item: Item, name: string): string | undefined {
  const stem = name.replace(/_?-?(?:min|max)$/i, "");
  return stem === name ? undefined : findMember(item, stem);
}

/** Lists are in the order that was asked for. */
export const sorting: ApiCheck = {
  name: "sorting",
  rule: "A list is in the order that a query parameter with declared values asks for, such as `-price` or `name_asc`.",
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
  const { fixtures } = context;
  const stem = value.replace(/^[-+]/, "").replace(/[_:. -](?:asc|desc)(?:ending)?$/i, "");
  const names = listNames(await fixtures.make(trial, resource, { isRich: true }));
  await makeDifferent(trial, { resource, stem }, context);
  const { size } = pageParameters(list);
  const whole = await fixtures.call(trial, list, { names });
  const most = pageLimit(size);
  const call = size === undefined || most === undefined ? whole : withParameter(whole, size, most);
  const answer = await trial.call(list, withParameter(call, parameter, value));
  demandSuccess(answer, list);
  const items = (listItems(answer.value) ?? []).filter(isRecord);
  const member = items.map((item) => findMember(item, stem)).find((each) => each !== undefined);
  if (member === undefined) return untried(`needs items with a member that ${value} is about`);
  const isDescending = value.startsWith("-") || /desc/i.test(value);
  const keys = items.map((item) => item[member]).filter((key) => key !== undefined && key !== null);
  if (keys.some((key) => typeof key !== typeof keys[0])) return untried("needs items that all have it");
  if (new Set(keys).size < 2) return untried("needs items that differ in it");
  const isInOrder = orders.some((compare) =>
    keys.every(
      (key, index) =>
        index === 0 ||
        (isDescending ? compare(keys[index - 1], key) >= 0 : compare(keys[index - 1], key) <= 0),
    ),
  );
  if (!isInOrder)
    violated(
      `the server answers ${list.id} with \`${parameter.name}\` ${value} in another order: ${keys.slice(0, 5).map(String).join(", ")}`,
    );
}

/** Makes items that differ in a number, neither in rising nor in falling order. */
async function makeDifferent(
  trial: Trial,
  { resource, stem }: { readonly resource: ApiResource; readonly stem: string },
  { fixtures }: CheckContext,
): Promise<void> {
  const { create } = resource;
  if (create === undefined) return;
  for (const added of [1, 2, 0]) {
    const call = await baseCall(trial, create, fixtures);
    const body = bodyValue(call);
    const member = isRecord(body) ? findMember(body, stem) : undefined;
    const own = member === undefined || !isRecord(body) ? undefined : body[member];
    const changed =
      member !== undefined && typeof own === "number"
        ? withBody(call, withValueAt(body, [member], own + added))
        : call;
    await trial.call(create, changed);
  }
}

/** Any order of texts that a server may have. */
const orders: readonly ((one: unknown, other: unknown) => number)[] = [
  (one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    if (String(one) === String(other)) return 0;
    return String(one) < String(other) ? -1 : 1;
  },
  (one, other) => String(one).localeCompare(String(other), "en"),
  (one, other) => String(one).toLowerCase().localeCompare(String(other).toLowerCase(), "en"),
  (one, other) => Number(one) - Number(other),
];

/** A list without a size has at most as many items as the default says. */
export const pageDefaults: ApiCheck = {
  name: "page-default",
  rule: "A list that is read without the size of a page has at most as many items as the contract's default for it.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      const size = list && pageParameters(list).size;
      const { default: usual } = ((size?.place.value as { schema?: { default?: unknown } })?.schema ??
        {}) as { default?: unknown };
      if (
        list === undefined ||
        typeof usual !== "number" ||
        usual > mostMade ||
        creator(resource) === undefined
      )
        continue;
      yield mustCase(`page-default/${list.id}`, async (trial, { fixtures }) => {
        let parents: readonly unknown[] = [];
        for (let count = 0; count <= usual; count++)
          parents = listNames(await fixtures.make(trial, resource));
        const answer = await trial.call(list, await fixtures.call(trial, list, { names: parents }));
        demandSuccess(answer, list);
        const { length } = listItems(answer.value) ?? [];
        if (length > usual)
          violated(
            `the server answers ${list.id} without \`${size?.name ?? ""}\` with ${length} items, and ${usual} is its default`,
          );
      });
    }
  },
};

const mostMade = 30;
