import type { ApiOperation } from "../../contract/api-contract.js";
import { isRecord, itemName } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type CheckContext, untried } from "../api-check.js";
import { listPages, type ReadableList } from "./listed-names.js";
import { pageLimit, pageParameters } from "./page-parameters.js";

/** An item as a list shows it. */
export type ListedItem = Readonly<Record<string, unknown>>;

/** A list that was read to its end. */
export interface ReadList {
  /** The names of its items in their order. */
  readonly names: readonly string[];
  readonly items: ReadonlyMap<string, ListedItem>;
  /** How many items its first page says that there are. */
  readonly total: number | undefined;
  /** Items of each page, also those without a name. */
  readonly pages: readonly number[];
}

/** Pages after which a list is too long. */
const mostPages = 59;

/** Items of a page that no parameter limits. */
const usualPage = 10;

/** Reads a list to its end. Throws `ApiUntried` if it can't be followed to there. */
export async function readList(trial: Trial, list: ReadableList, context: CheckContext): Promise<ReadList> {
  const names: string[] = [];
  const items = new Map<string, ListedItem>();
  const pages: number[] = [];
  let total: number | undefined;
  for await (const page of listPages(trial, list, context)) {
    if (pages.length === 0) total = page.total;
    const isRepeated = page.names.length > 0 && page.names.every((name) => items.has(name));
    if (isRepeated && page.isGuessed) return untried(`needs to know the first page of ${list.list.id}`);
    names.push(...page.names);
    pages.push(page.items.length);
    for (const item of page.items) {
      const name = itemName(item, list.resource);
      if (name !== undefined && isRecord(item)) items.set(String(name), item);
    }
    if (isRepeated) break;
  }
  const size = list.size ?? pageLimit(pageParameters(list.list).size) ?? usualPage;
  const isFollowed = pages.length > 1 || !isPaged(list.list) || (pages[0] ?? 0) < size;
  if (pages.length > mostPages || !isFollowed) return untried(`needs all pages of ${list.list.id}`);
  return { names, items, total, pages };
}

/** Whether a list has pages. */
export function isPaged(list: ApiOperation): boolean {
  return Object.values(pageParameters(list)).some((parameter) => parameter !== undefined);
}

/** The name of a member without its separators. */
export function plainName(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}

/** What the contract says of something in prose. */
export function proseText({ place }: { readonly place: { readonly value: unknown } }): string {
  const { description, summary } = (place.value ?? {}) as {
    readonly description?: unknown;
    readonly summary?: unknown;
  };
  return [summary, description].filter((text) => typeof text === "string").join(" ");
}
