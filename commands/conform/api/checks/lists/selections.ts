import type { HttpParameter } from "../../../../../reader/model/model.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord, itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { inclusion } from "./filter-readings.js";
import { listCall } from "./list-call.js";
import { pageLimit, pageParameters } from "./page-parameters.js";
import { proseText } from "./read-lists.js";

type Item = Readonly<Record<string, unknown>>;

/** A list, and one of its query parameters. */
export interface Selection {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
  readonly parameter: HttpParameter;
}

/** The lists whose items can be made, with each of their query parameters. */
export function* selections({ session }: CheckContext): Generator<Selection> {
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
  const { name, direction } = selectedMember(item, parameter.name) ?? {};
  const value = name === undefined ? undefined : comparable(item[name]);
  if (name === undefined || direction === undefined || value === undefined)
    return untried(`needs items with a member that \`${parameter.name}\` is about`);
  const { size } = pageParameters(list);
  const most = pageLimit(size);
  const whole = await listCall(trial, { resource, list, names: listNames(last) }, context);
  const call = size === undefined || most === undefined ? whole : withParameter(whole, size, most);
  const node = context.contract.requestNode(parameterSchema(parameter));
  // A value that no new item has shows whether it matters at all.
  const ownBound = ownWanted(value, direction, proseText(parameter));
  for (const bound of [ownBound, otherWanted(value, direction)]) {
    const isOwn = bound === ownBound;
    const days = isOwn === (direction === "least") ? -1 : 1;
    const wanted = [bound, shiftedDay(bound, days)].find((each) => node === undefined || holds(node, each));
    if (wanted === undefined && !isOwn) return;
    if (wanted === undefined)
      return untried(`needs a value of \`${parameter.name}\` that the contract allows`);
    const answer = await trial.call(list, withParameter(call, parameter, wanted));
    if (!isOwn && !isSuccess(answer)) return;
    demandSuccess(answer, list);
    const items = (listItems(answer.value) ?? []).filter(isRecord);
    const wrong = items.find((each) => {
      const own = comparable(each[name]);
      return own !== undefined && !isSelected(own, wanted, direction);
    });
    if (wrong !== undefined)
      violated(
        `the server answers ${list.id} with \`${parameter.name}\` ${String(wanted)} with an item in which \`${name}\` is ${String(comparable(wrong[name]))}`,
      );
    const isWhole = items.length < (most ?? usualPage);
    const found = items.some((each) => String(itemName(each, resource)) === String(last.names.at(-1)));
    if (isOwn && (items.length === 0 || (isWhole && !found)))
      violated(
        `the server answers ${list.id} with \`${parameter.name}\` ${String(wanted)} without the item that has it`,
      );
  }
}

/** Items of a page, if nothing is said. */
const usualPage = 10;

/** The member that a parameter selects by, and how. */
interface SelectedMember {
  readonly name: string;
  readonly direction: Direction;
}

/** The member that is called like a parameter, or like one without its bound: `minPrice`, `updatedSince`. */
function selectedMember(item: Item, parameter: string): SelectedMember | undefined {
  const own = findMember(item, parameter);
  if (own !== undefined) return { name: own, direction: "equal" };
  const plain = parameter.replace(/[^A-Za-z0-9]/g, "");
  const [bound] =
    /^(?:min|max|from|to|since|until|after|before)(?=[A-Z])/i.exec(parameter) ??
    /(?:min|max|from|to|since|until|after|before)$/i.exec(plain) ??
    [];
  const direction = bound === undefined ? undefined : boundDirection(bound);
  if (bound === undefined || direction === undefined) return undefined;
  const stem = plain.toLowerCase().replace(bound.toLowerCase(), "");
  if (stem === "") return undefined;
  const name = ["", "at", "on", "date", "time"]
    .map((end) => findMember(item, stem + end))
    .find((each) => each !== undefined);
  return name === undefined ? undefined : { name, direction };
}

/** A text or number to compare; of an object such as an amount with its currency, its only number. */
export function comparable(value: unknown): string | number | undefined {
  if (typeof value === "string" || typeof value === "number") return value;
  if (!isRecord(value)) return undefined;
  const [only, ...others] = Object.values(value).filter((each) => typeof each === "number");
  return others.length === 0 ? only : undefined;
}

/** What selects the item: times may be exclusive bounds, and so are numbers if the contract says so. */
function ownWanted(value: string | number, direction: Direction, prose: string): string | number {
  if (direction === "equal") return value;
  if (typeof value === "number") {
    const step = inclusion(prose, false) === false ? 1 : 0;
    return direction === "least" ? value - step : value + step;
  }
  return shiftedTime(value, direction === "least" ? -1 : 1);
}

/** The day before or after a time, for parameters that are dates. */
function shiftedDay(time: string | number, days: number): string {
  const at = typeof time === "number" ? Number.NaN : Date.parse(time);
  if (Number.isNaN(at)) return String(time);
  return new Date(at + days * 86_400_000).toISOString().slice(0, 10);
}

function shiftedTime(text: string, seconds: number): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return text;
  return new Date(time + seconds * 1000).toISOString();
}

function otherWanted(value: string | number, direction: Direction): string | number {
  if (typeof value === "string")
    return direction === "equal" ? `${value}-other` : shiftedTime(value, direction === "least" ? 2 : -2);
  return direction === "most" ? value - 1 : value + 1;
}

type Direction = "equal" | "least" | "most";

function boundDirection(word: string): Direction | undefined {
  if (/min|from|since|after/i.test(word)) return "least";
  if (/max|to|until|before/i.test(word)) return "most";
  return undefined;
}

function isSelected(own: string | number, wanted: string | number, direction: Direction): boolean {
  const [one, other] = [own, wanted].map((each) => (typeof each === "string" ? Date.parse(each) : each));
  if (direction !== "equal" && one !== undefined && other !== undefined)
    // Some servers cut fractions of seconds off, and a day may be meant from its beginning to its end.
    return direction === "least" ? one >= other - slack(wanted) : one <= other + slack(wanted);
  if (typeof wanted === "number") return Number(own) === wanted;
  // Whether a part is enough only the server knows.
  return typeof own !== "string" || own.toLowerCase().includes(wanted.toLowerCase());
}

function slack(wanted: string | number): number {
  if (typeof wanted === "number") return 0;
  return wanted.length === 10 ? 86_400_000 : 1000;
}

/** The member that is called like a name, whatever its case and separators. */
export function findMember(item: Item, name: string): string | undefined {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return Object.keys(item).find((each) => plain(each) === plain(name));
}
