import type { HttpParameter } from "../../../../../reader/model/model.js";
import { type ApiContract, parameterSchema } from "../../contract/api-contract.js";
import { isRecord } from "../../run/item-names.js";
import { applied } from "../../values/value-places.js";
import { type ListedItem, plainName, proseText } from "./read-lists.js";

/** How an item's member is compared with the value of a query. */
export type FilterRelation = "equal" | "all" | "any" | "several" | "least" | "most" | "present" | "text";

/** What a query parameter selects by, as its name and its description say. */
export interface FilterReading {
  readonly parameter: HttpParameter;
  /** The member of the items; several only if a text is searched in them. */
  readonly members: readonly string[];
  readonly relation: FilterRelation;
  /** Whether an item that is exactly at a bound is selected; `undefined` if the contract doesn't say. */
  readonly isInclusive?: boolean | undefined;
  /** Whether texts are compared as a whole. */
  readonly isWhole: boolean;
  /** Whether nothing but a number says that something is there, such as a stock. */
  readonly isGuessed?: boolean;
}

/** Names of text searches, without separators. */
const searchNames = /^(?:q|query|search|searchterm|term|text|keywords?)$/;

/** Words of a longer description, which is likely to have conditions of its own. */
const mostWords = 20;

/** Whether a description is about one member alone: not "active ones that this customer can see". */
function isPlain(prose: string): boolean {
  const hasCondition =
    /:|\b(?:active|visible|approved|also|unless|except|default|own|(?:can|may) (?:see|read|use))\b/i;
  return prose.split(/\s+/).length <= mostWords && !hasCondition.test(prose);
}

/** What a parameter selects by; `undefined` if the contract doesn't say it. */
export function filterReading(
  parameter: HttpParameter,
  items: readonly ListedItem[],
  contract: ApiContract,
): FilterReading | undefined {
  const node = parameter.in === "query" ? contract.requestNode(parameterSchema(parameter)) : undefined;
  if (node === undefined) return undefined;
  const nodes = applied(node, undefined);
  const types = nodes.flatMap(({ type }) => type ?? []);
  const isTime = nodes.some(({ format }) => format?.name === "date-time" || format?.name === "date");
  const prose = proseText(parameter);
  if (!isPlain(prose)) return undefined;
  if (searchNames.test(plainName(parameter.name))) return searchReading(parameter, items, prose);
  const own = memberNamed(items, parameter.name);
  if (own !== undefined) {
    const isList = items.some((item) => Array.isArray(item[own]));
    const isWhole = isList || nodes.some((each) => each.enum !== undefined || each.format !== undefined);
    const relation = types.includes("array") ? severalRelation(prose, isList) : "equal";
    if (items.every((item) => isRecord(item[own]))) return undefined;
    return { parameter, members: [own], relation, isWhole: isWhole || types.includes("array") };
  }
  if (types.includes("boolean")) return presenceReading(parameter, items);
  return boundReading(parameter, items, { prose, isTime });
}

function severalRelation(prose: string, isList: boolean): FilterRelation {
  if (!isList || /\b(?:any|one|either|some) of\b/i.test(prose)) return "any";
  return /\ball of\b|\bevery\b|\beach of\b/i.test(prose) ? "all" : "several";
}

/** A member of a name, in the singular or plural. */
function memberNamed(items: readonly ListedItem[], name: string): string | undefined {
  const wanted = plainName(name);
  const keys = new Set(items.flatMap((item) => Object.keys(item)));
  const found = [...keys].filter((key) => plainName(key) === wanted);
  const plural = [...keys].find(
    (key) => plainName(key) === `${wanted}s` && items.some((item) => Array.isArray(item[key])),
  );
  return found[0] ?? plural;
}

function searchReading(
  parameter: HttpParameter,
  items: readonly ListedItem[],
  prose: string,
): FilterReading | undefined {
  if (!/\bcontain|\bsubstring\b|\bpart of\b/i.test(prose)) return undefined;
  const words = new Set((prose.match(/[A-Za-z0-9]+/g) ?? []).map((word) => word.toLowerCase()));
  const keys = new Set(items.flatMap((item) => Object.keys(item)));
  const members = [...keys].filter(
    (key) => words.has(key.toLowerCase()) && items.some((item) => typeof item[key] === "string"),
  );
  if (members.length === 0) return undefined;
  return { parameter, members, relation: "text", isWhole: false };
}

/** `inStock` is about `stock`, `isActive` about `active`. */
function presenceReading(parameter: HttpParameter, items: readonly ListedItem[]): FilterReading | undefined {
  const [, stem] = /^(?:in|is|has)[_-]?([A-Z].*|[a-z].*)$/.exec(parameter.name) ?? [];
  const member = stem === undefined ? undefined : memberNamed(items, stem);
  if (member === undefined) return undefined;
  const isGuessed = items.some((item) => item[member] !== null && typeof item[member] !== "boolean");
  return { parameter, members: [member], relation: "present", isWhole: true, isGuessed };
}

const least = /^(?:min|minimum|from|since|after|start|begin)$/;
const most = /^(?:max|maximum|to|until|before|end)$/;

function boundReading(
  parameter: HttpParameter,
  items: readonly ListedItem[],
  { prose, isTime }: { readonly prose: string; readonly isTime: boolean },
): FilterReading | undefined {
  const words = parameter.name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const word = [words.at(0), words.at(-1)].find(
    (each) => each !== undefined && (least.test(each) || most.test(each)),
  );
  if (word === undefined) return undefined;
  const stem = words.filter((each) => each !== word).join("");
  const named = ["", "at", "on", "date", "time"]
    .map((end) => (stem === "" ? undefined : memberNamed(items, stem + end)))
    .find((each) => each !== undefined);
  const member = named ?? (isTime ? timeMember(items, prose) : undefined);
  if (member === undefined) return undefined;
  return {
    parameter,
    members: [member],
    relation: least.test(word) ? "least" : "most",
    isInclusive: inclusion(prose, isTime),
    isWhole: true,
  };
}

const inclusive =
  /\bor (?:more|less|fewer|later|earlier|newer|older|higher|lower|greater|above|below|equal)\b|\bat (?:least|most)\b|\binclu(?:sive|ded|ding)|\b(?:no|not) (?:more|less) than\b|\bup to\b/i;
const exclusive =
  /\bexclu(?:sive|ded|ding)|\bstrictly\b|\b(?:more|less|greater|fewer|later|earlier) than\b|\b(?:after|before|above|below|over|under)\b/i;

/** Whether a description says that a bound is within what it bounds; `undefined` if it says nothing of it. */
export function inclusion(prose: string, isTime: boolean): boolean | undefined {
  if (inclusive.test(prose)) return true;
  if (exclusive.test(prose)) return false;
  return isTime ? undefined : true;
}

/** The only time of the items that a description mentions, such as `end` in "that end after it". */
function timeMember(items: readonly ListedItem[], prose: string): string | undefined {
  const keys = new Set(items.flatMap((item) => Object.keys(item)));
  const times = [...keys].filter((key) => items.some((item) => isTimeText(item[key])));
  const mentioned = times.filter((key) => {
    const stem = key.replace(/(?:At|On|Date|Time|_at|_on|_date|_time)$/, "").toLowerCase();
    return new RegExp(`\\b${stem.replace(/[^a-z0-9]/g, "")}(?:s|ed|ing)?\\b`, "i").test(prose);
  });
  return mentioned.length === 1 ? mentioned[0] : undefined;
}

/** Whether a value is a date or a time. */
export function isTimeText(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Whether a filter selects an item; `undefined` if only the server knows. */
export function isSelected(
  { members, relation, isInclusive, isWhole }: FilterReading,
  item: ListedItem,
  wanted: unknown,
): boolean | undefined {
  const [member = ""] = members;
  const own = item[member];
  if (relation === "text")
    return hasText(
      members.map((each) => item[each]),
      String(wanted),
    );
  if (own === undefined) return undefined;
  if (relation === "present") return isPresent(own) === wanted;
  if (own === null) return false;
  if (relation === "least" || relation === "most") {
    const [at, bound] = [position(own), position(wanted)];
    if (at === undefined || bound === undefined) return undefined;
    // A time may be shown without the digits behind its last one.
    if (at === bound && relation === "most" && isTimeText(own) && own.includes(".")) return undefined;
    if (at === bound) return isInclusive;
    // Some servers cut fractions of seconds off.
    if (isTimeText(own) && Math.abs(at - bound) < 1000) return undefined;
    return relation === "least" ? at > bound : at < bound;
  }
  const values: readonly unknown[] = Array.isArray(own) ? own : [own];
  const wishes: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return joined(
    wishes.map((wish) => hasValue(values, wish, isWhole)),
    relation,
  );
}

function joined(found: readonly (boolean | undefined)[], relation: FilterRelation): boolean | undefined {
  if (found.every((each) => each === true)) return true;
  if (found.every((each) => each === false)) return false;
  if (found.includes(undefined)) return undefined;
  if (relation === "any") return true;
  return relation === "several" ? undefined : false;
}

function hasValue(values: readonly unknown[], wish: unknown, isWhole: boolean): boolean | undefined {
  if (values.some((value) => value === wish || String(value) === String(wish))) return true;
  if (isTimeText(wish) && values.some((value) => isTimeText(value) && isNearDay(value, wish)))
    return undefined;
  const part = String(wish).toLowerCase();
  // Whether capitals or a part are enough only the server knows.
  const isNear = values.some((value) => {
    const text = String(value).toLowerCase();
    return isWhole ? text === part : text.includes(part);
  });
  return isNear && typeof wish === "string" ? undefined : false;
}

/** Whether two times may be on one day, whatever the offset is. */
function isNearDay(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < 172_800_000;
}

function hasText(texts: readonly unknown[], part: string): boolean | undefined {
  const found = texts.filter((text): text is string => typeof text === "string");
  if (found.some((text) => text.includes(part))) return true;
  const fold = (text: string): string => text.normalize("NFKD").toLowerCase();
  return found.some((text) => fold(text).includes(fold(part))) ? undefined : false;
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== null && value !== false && value !== 0 && value !== "";
}

/** A number or time to compare; of an object such as an amount with its currency, its only number. */
export function position(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (isTimeText(value)) return Date.parse(value);
  if (!isRecord(value)) return undefined;
  const [only, ...others] = Object.values(value).filter((each) => typeof each === "number");
  return others.length === 0 ? only : undefined;
}
