import { below, childPlaces } from "../../../../../reader/documents/place.js";
import type { ApiContract, ApiOperation } from "../../contract/api-contract.js";
import { type ApiResource, answerProperties } from "../../contract/api-resources.js";
import { type CallArguments, parameterKey, withParameter } from "../../request/call-arguments.js";
import type { ApiIdentity } from "../../request/identity.js";
import { type ApiAnswer, answerHeader } from "../../run/api-session.js";
import { isRecord, itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type CheckContext, demandSuccess, untried } from "../api-check.js";
import { listCall } from "./list-call.js";
import { pageLimit, pageParameters } from "./page-parameters.js";

/** A list to read. */
export interface ReadableList {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
  /** Names of what it is a list of. */
  readonly parents: readonly unknown[];
  /** Items of a page; the server's default if absent. */
  readonly size?: number;
  /** What it is selected by. */
  readonly selected?: (call: CallArguments) => CallArguments;
  readonly identity?: ApiIdentity | undefined;
}

/** One page of a list. */
export interface ListPage {
  readonly names: readonly string[];
  readonly items: readonly unknown[];
  /** How many items all pages have together, if the answer says so. */
  readonly total: number | undefined;
  /** Whether it was asked for by a number of which only the server knows where it begins. */
  readonly isGuessed: boolean;
}

/** Pages that are read of one list. */
const mostPages = 60;

/** The pages of a list, as far as the suite can follow them: by cursors, by links, by numbers. Ends after `mostPages`. */
export async function* listPages(
  trial: Trial,
  { resource, list, parents, size, selected, identity }: ReadableList,
  context: CheckContext,
): AsyncGenerator<ListPage> {
  const parameters = pageParameters(list);
  const whole = await listCall(trial, { resource, list, names: parents }, context);
  let call = selected === undefined ? whole : selected(whole);
  const most = size ?? pageLimit(parameters.size);
  if (parameters.size !== undefined && most !== undefined) call = withParameter(call, parameters.size, most);
  // A required parameter has a value already, which may be another than that of the first page.
  if (parameters.offset !== undefined && call.parameters.has(parameterKey(parameters.offset)))
    call = withParameter(call, parameters.offset, 0);
  if (parameters.page !== undefined && call.parameters.has(parameterKey(parameters.page)))
    call = withParameter(call, parameters.page, 1);
  let target: string | undefined;
  let position = 0;
  let pageNumber: number | undefined;
  const { schema } = (parameters.page?.place.value ?? {}) as {
    readonly schema?: { readonly default?: unknown };
  };
  const begin = typeof schema?.default === "number" ? schema.default : undefined;
  const saysFirst = begin !== undefined;
  for (let count = 0; count < mostPages; count++) {
    const answer =
      target === undefined
        ? await trial.call(list, call, { identity })
        : await followed(trial, target, identity);
    demandSuccess(answer, list);
    const items = listItems(answer.value);
    if (items === undefined) return untried(`needs an answer of ${list.id} with a list`);
    const names = items.flatMap((item) => itemName(item, resource) ?? []).map(String);
    yield { names, items, total: totalIn(answer), isGuessed: pageNumber !== undefined && !saysFirst };
    const next = nextPage(answer);
    if (next.kind === "url") {
      target = next.url;
    } else if (next.kind === "cursor" && parameters.cursor !== undefined) {
      call = withParameter(call, parameters.cursor, next.cursor);
    } else if (parameters.cursor?.name.endsWith("after") === true && saysMore(answer) && names.length > 0) {
      // Without a cursor in the answer, the next page begins after the last item.
      call = withParameter(call, parameters.cursor, names.at(-1));
    } else if (items.length === 0 || next.kind === "end") return;
    else if (parameters.offset !== undefined) {
      position += items.length;
      call = withParameter(call, parameters.offset, position);
    } else if (parameters.page !== undefined) {
      pageNumber = (pageNumber ?? begin ?? 1) + 1;
      call = withParameter(call, parameters.page, pageNumber);
    } else return;
  }
}

/** Follows a link of the last answer. */
export async function followed(
  trial: Trial,
  link: string,
  identity: ApiIdentity | undefined,
): Promise<ApiAnswer> {
  return trial.send(
    {
      method: "GET",
      target: linkedTarget(trial, link),
      headers: [["accept", "application/json"]],
      body: new Uint8Array(),
    },
    { identity },
  );
}

type NextPage =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "cursor"; readonly cursor: string | number }
  | { readonly kind: "end" }
  | { readonly kind: "unsaid" };

/** Members of an answer that lead to the next page. */
const nextMembers =
  /^(?:next|nextcursor|nextpagetoken|nexttoken|cursor|endcursor|continuationtoken|nextpage|nexturl|nextlink)$/;

function nextPage(answer: ApiAnswer): NextPage {
  const link = answerHeader(answer, "link");
  if (link !== undefined) {
    const next = link.split("<").find((part) => /;\s*rel="?next"?/i.test(part));
    const path = next?.split(">", 1)[0];
    return path === undefined ? { kind: "end" } : { kind: "url", url: path };
  }
  const { value } = answer;
  if (!isRecord(value)) return { kind: "unsaid" };
  const holders = [
    value,
    value.page,
    value.pagination,
    value.paging,
    value.meta,
    value.links,
    value._links,
  ].filter(isRecord);
  let isSaid = false;
  for (const holder of holders)
    for (const [name, member] of Object.entries(holder)) {
      if (!nextMembers.test(name.replace(/[^A-Za-z]/g, "").toLowerCase())) continue;
      isSaid = true;
      const own = isRecord(member) ? member.href : member;
      if (typeof own === "string" && /^(?:https?:\/\/|\/)/.test(own)) return { kind: "url", url: own };
      if ((typeof own === "string" && own !== "") || typeof own === "number")
        return { kind: "cursor", cursor: own };
    }
  return isSaid ? { kind: "end" } : { kind: "unsaid" };
}

/** Whether an answer only says that there is a next page, and not where. */
function saysMore({ value }: ApiAnswer): boolean {
  return isRecord(value) && (value.has_more === true || value.hasMore === true);
}

/** The cursor of the next page in an answer; `undefined` if there is none. */
export function nextCursor(answer: ApiAnswer): string | number | undefined {
  const next = nextPage(answer);
  return next.kind === "cursor" ? next.cursor : undefined;
}

/** The link of an answer with a relation, as it is written; `undefined` if there is none. */
export function linkTarget(answer: ApiAnswer, relation: string): string | undefined {
  for (const part of (answerHeader(answer, "link") ?? "").split("<")) {
    const [path, parameters = ""] = part.split(">", 2);
    const [, names = ""] = /;\s*rel="?([^";]*)/i.exec(parameters) ?? [];
    if (path !== undefined && path !== "" && names.split(" ").includes(relation)) return path;
  }
  return undefined;
}

/** Where a link of the last answer leads: path and query below the server's address (RFC 3986, 5.2). Its host may be that of a proxy. */
function linkedTarget({ session, exchanges }: Trial, link: string): string {
  const { baseUrl } = session.options;
  const here = new URL(baseUrl + (exchanges.at(-1)?.request.target ?? "/"));
  if (!URL.canParse(link, here))
    return untried(`needs a link that is a URL, and it is ${link.slice(0, 100)}`);
  const { pathname, search } = new URL(link, here);
  const below = new URL(baseUrl).pathname.replace(/\/$/, "");
  const isBelow = below !== "" && (pathname === below || pathname.startsWith(`${below}/`));
  return (isBelow ? pathname.slice(below.length) : pathname) + search;
}

/** Members of an answer that say how many items there are on all pages. */
const totalMembers = /^(?:total|totalcount|totalitems|totalresults|totalelements)$/;

/** How many items a list has on all its pages, as an answer says; `undefined` if it doesn't. */
export function totalIn(answer: ApiAnswer): number | undefined {
  const { value } = answer;
  const counted = answerHeader(answer, "x-total-count") ?? answerHeader(answer, "total-count");
  if (counted !== undefined && /^\d{1,9}$/.test(counted)) return Number(counted);
  if (!isRecord(value)) return undefined;
  for (const holder of [value, value.meta, value.pagination, value.page, value.paging].filter(isRecord))
    for (const [name, member] of Object.entries(holder))
      if (typeof member === "number" && totalMembers.test(name.replace(/[^A-Za-z]/g, "").toLowerCase()))
        return member;
  return undefined;
}

/** Whether the contract shows how a list is read further than its first page. */
export function hasFurtherPages(list: ApiOperation, contract: ApiContract): boolean {
  const { cursor, page, offset } = pageParameters(list);
  if (cursor !== undefined || page !== undefined || offset !== undefined) return true;
  const response = list.declared.responses.find(([status]) => status.startsWith("2"))?.[1];
  if (response === undefined) return false;
  const headers = childPlaces(below(response, "headers"));
  return (
    headers.some(([name]) => name.toLowerCase() === "link") ||
    answerProperties(contract, response).some((name) =>
      leadingMembers.test(name.replace(/[^A-Za-z]/g, "").toLowerCase()),
    )
  );
}

/** Members of an answer that lead to the next page, or have one that does. */
const leadingMembers =
  /^(?:next[a-z]*|cursor|endcursor|continuationtoken|links|meta|page|paging|pagination)$/;

/** The names of all items of a list. */
export interface ListedNames {
  readonly found: ReadonlySet<string>;
  /** The items by their names. */
  readonly items: ReadonlyMap<string, unknown>;
  /** Whether every page was read, as far as one can tell. */
  readonly isComplete: boolean;
}

/** Reads a whole list. */
export async function listedNames(
  trial: Trial,
  list: ReadableList,
  context: CheckContext,
): Promise<ListedNames> {
  const found = new Set<string>();
  const items = new Map<string, unknown>();
  let pages = 0;
  let last = 0;
  for await (const { names, items: shown } of listPages(trial, list, context)) {
    const before = found.size;
    for (const name of names) found.add(name);
    for (const item of shown) {
      const name = itemName(item, list.resource);
      if (name !== undefined) items.set(String(name), item);
    }
    pages++;
    last = names.length;
    // It repeats itself, which is for another check.
    if (pages > 1 && found.size === before) break;
  }
  const { size, cursor, page, offset } = pageParameters(list.list);
  const canFollow =
    pages > 1 || (cursor === undefined && page === undefined && offset === undefined && size === undefined);
  return { found, items, isComplete: pages < mostPages && (canFollow || last < (pageLimit(size) ?? 10)) };
}
