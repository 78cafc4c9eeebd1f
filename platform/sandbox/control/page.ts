import { Refusal, type View } from "../platform/draft.js";
import { type Kind, recordId } from "../platform/records/records.js";

/** Which part of a list is asked for. */
interface PageQuery {
  readonly limit?: number | undefined;
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined;
}

const usualLimit = 100;

/** Entries of a page at most. */
export const pageLimit = ({ limit = usualLimit }: PageQuery): number => limit;

/** A page of records in the order in which they were first written, and where the next begins. */
export function takePage<T>(
  all: readonly T[],
  query: PageQuery,
  idOfEntry: (entry: T) => string,
): { readonly entries: readonly T[]; readonly next: string | null } {
  const { after } = query;
  const limit = pageLimit(query);
  const from = after === undefined ? 0 : all.findIndex((entry) => idOfEntry(entry) === after) + 1;
  if (after !== undefined && from === 0)
    throw new Refusal("invalid", "after-unknown", {
      message: "`after` must be the id that the previous page gave as `next`",
    });
  const entries = all.slice(from, from + limit);
  const last = entries.at(-1);
  return { entries, next: last === undefined || from + limit >= all.length ? null : idOfEntry(last) };
}

/** A page of all records of a kind. */
export function recordsPage<K extends Kind>(view: View, kind: K, query: PageQuery) {
  return takePage(view.list(kind), query, (record) => recordId<K>(record));
}
