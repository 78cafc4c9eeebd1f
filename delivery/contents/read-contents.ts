import { StoreFailure } from "@oipkit/runtime/stores";
import type { Kysely } from "kysely";
import { isAmong } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { type StoredContent, unpackContent } from "./pack.js";

/** Texts of dictionaries that are kept in memory, by id: the same in all stores, since the id is made from the text. */
const known = new Map<number, string>();
/** A store has about one for each type of event. */
const mostKnown = 1000;

/** The columns of an event that its content is read from. */
export const contentColumns = ["event_id", "correlation_id", "content", "packed", "dictionary"] as const;

/** Where dictionaries are. */
interface DictionaryStore {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
}

/** Reads the dictionaries that these rows need and that aren't known yet; then `contentText` reads the rows. */
export async function readDictionaries(
  { db, dialect }: DictionaryStore,
  rows: readonly Pick<StoredContent, "dictionary">[],
): Promise<void> {
  const missing = new Set<number>();
  for (const { dictionary } of rows)
    if (dictionary !== null && !known.has(dictionary)) missing.add(dictionary);
  if (missing.size === 0) return;
  const found = await db
    .selectFrom("dictionaries")
    .select(["id", "text"])
    .where(isAmong(dialect, "id", [...missing]))
    .execute();
  if (known.size + found.length > mostKnown) known.clear();
  for (const { id, text } of found) known.set(id, text);
}

/** The content of a row, as it was published. Throws `store-damaged` if it can't be read. */
export function contentText(row: StoredContent): string {
  if (row.packed === null || row.dictionary === null) return row.content ?? "";
  const text = known.get(row.dictionary);
  try {
    if (text !== undefined) return unpackContent(row.packed, row, { text });
  } catch (cause) {
    throw damaged(row, cause);
  }
  throw damaged(row, undefined);
}

/** The content of a row; undefined if it can't be read. */
export function readableContent(row: StoredContent): string | undefined {
  try {
    return contentText(row);
  } catch {
    return undefined;
  }
}

function damaged({ event_id, dictionary }: StoredContent, cause: unknown): StoreFailure {
  const message = `the content of ${event_id} can't be read with dictionary ${dictionary}: restore the tables \`events\` and \`dictionaries\``;
  return new StoreFailure("store-damaged", message, { cause });
}
