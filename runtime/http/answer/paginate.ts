import { valueAtPointer } from "../../json-pointer/index.js";
import { PaginationError } from "../errors.js";
import { unwrap } from "../http-client.js";
import type { CallOptions } from "../http-options.js";
import type { AnyAnswer, SuccessBody } from "../operation/operation-answer.js";

/**
 * Where the next page is. `link`: in the answer's `Link` header, as `rel="next"`. `cursor`: at a JSON Pointer in
 * the body is a text or number, which `parameter` (a key of the request) sends to get the next page; if
 * it is absent, `null` or empty, there is none. `items`: the JSON Pointer of the list in the body; by default
 * the body is the list.
 */
export type PageLinks =
  | { readonly kind: "link"; readonly items?: string }
  | {
      readonly kind: "cursor";
      readonly items?: string;
      readonly cursor: string;
      readonly parameter: string;
    };

/** The items of all pages; each page is requested when its first item is. Every iteration starts from the beginning. */
export interface Pages<Item, A> extends AsyncIterable<Item> {
  /** The answers themselves; each is a success. */
  pages(): AsyncIterable<A & { readonly ok: true }>;
}

/** The item type of a list at a JSON Pointer in the success body of an answer; `unknown` if it has none. */
export type PageItem<A, How extends { readonly items?: string }> =
  At<SuccessBody<A>, How extends { readonly items: infer Items } ? Items : ""> extends infer List
    ? NonNullable<List> extends readonly (infer Item)[]
      ? Item
      : unknown
    : never;

type At<Body, Pointer> = Pointer extends ""
  ? Body
  : Pointer extends `/${infer Key}/${infer Rest}`
    ? At<Member<NonNullable<Body>, Key>, `/${Rest}`>
    : Pointer extends `/${infer Key}`
      ? Member<NonNullable<Body>, Key>
      : unknown;

type Member<Body, Key> = Key extends keyof Body ? Body[Key] : unknown;

/**
 * Iterates over the pages of a list: `for await (const thing of paginate(things.list, {}, { kind: "link" }))`.
 * `operation` is bound to its client. A page that isn't a success ends the iteration with `HttpStatusError`, one
 * whose body or link can't be followed with `PaginationError`, and a link to another origin with
 * `ForeignOriginError`. `options` apply to each page's call.
 */
export function paginate<A, Request extends object, const How extends PageLinks>(
  operation: (request: Request, options?: CallOptions) => PromiseLike<A>,
  request: Request,
  how: How & { readonly options?: CallOptions | undefined },
): Pages<PageItem<A, How>, A> {
  async function* pages(): AsyncGenerator<AnyAnswer> {
    const visited = new Set<unknown>();
    let next: { request: Request; options?: CallOptions | undefined } | undefined = {
      request,
      options: how.options,
    };
    while (next) {
      const answer = (await operation(next.request, next.options)) as AnyAnswer;
      unwrap(answer);
      yield answer;
      const to = how.kind === "link" ? nextLink(answer) : nextCursor(answer, how.cursor);
      if (visited.has(to)) throw new PaginationError("the answer links to a page that was already visited");
      visited.add(to);
      if (to === undefined) return;
      if (how.kind === "link") next = { request, options: { ...how.options, url: to as string } };
      else next = { request: { ...request, [how.parameter]: to }, options: how.options };
    }
  }
  async function* items(): AsyncGenerator<unknown> {
    for await (const answer of pages()) {
      const list = valueAtPointer(answer.body, how.items ?? "");
      if (!Array.isArray(list))
        throw new PaginationError(`the answer has no list at \`${how.items || "the top"}\``);
      yield* list;
    }
  }
  return { pages, [Symbol.asyncIterator]: items } as unknown as Pages<PageItem<A, How>, A>;
}

function nextLink({ headers, response }: AnyAnswer): string | undefined {
  const target = linkTarget(headers.get("link"), "next");
  if (target === undefined) return undefined;
  const base = response.url || undefined;
  if (URL.canParse(target, base)) return new URL(target, base).href;
  return target;
}

function nextCursor({ body }: AnyAnswer, pointer: string): string | number | undefined {
  const cursor = valueAtPointer(body, pointer) ?? "";
  if (cursor === "") return undefined;
  if (typeof cursor === "string" || typeof cursor === "number") return cursor;
  throw new PaginationError(`expected a string or number in the answer at \`${pointer}\``);
}

/**
 * The target of the first link with this relation type in a `Link` header (RFC 8288), as written, so it may
 * be relative to the requested address. Links with an `anchor` describe another resource and are ignored.
 */
export function linkTarget(header: string | null, relation: string): string | undefined {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(link)) {
    const found = new Map<string, string>();
    for (const [, name = "", quoted, plain = ""] of parameters.matchAll(parameter)) {
      const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
      // Of several parameters with the same name, the first counts.
      if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
    }
    const relations = (found.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !found.has("anchor")) return target;
  }
  return undefined;
}

const link = /<([^<>]*)>((?:[^",]|"(?:\\.|[^"\\])*")*)/g;
const parameter = /\s*;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]*)))?/gy;
