import type { HttpParameter } from "../../../../../reader/model/model.js";
import type { ApiOperation } from "../../contract/api-contract.js";

/** The parameters that choose a page. */
export interface PageParameters {
  /** How many items a page has. */
  readonly size: HttpParameter | undefined;
  /** Where the next page begins, as the answer says. */
  readonly cursor: HttpParameter | undefined;
  /** Number of the page, from 0 or 1. */
  readonly page: HttpParameter | undefined;
  /** Number of the first item. */
  readonly offset: HttpParameter | undefined;
}

/** The parameters of an operation by which it is read in pages; by their usual names. */
export function pageParameters({ declared }: ApiOperation): PageParameters {
  const named = (pattern: RegExp): HttpParameter | undefined =>
    declared.parameters.find(
      (each) =>
        each.in === "query" &&
        !isTime(each) &&
        pattern.test(each.name.replace(/[^A-Za-z]/g, "").toLowerCase()),
    );
  return {
    size: named(/^(?:limit|perpage|pagesize|size|pagelimit|top|first|maxresults|count|maxitems)$/),
    cursor: named(
      /^(?:cursor|after|pagetoken|nexttoken|continuationtoken|startingafter|startafter|pagecursor|next|token)$/,
    ),
    page: named(/^(?:page|pagenumber|pageno|p)$/),
    offset: named(/^(?:offset|skip|start|from|startindex)$/),
  };
}

/** Whether a parameter is a time: `from` isn't the number of an item then. */
function isTime({ place }: HttpParameter): boolean {
  const { schema } = (place.value ?? {}) as { readonly schema?: { readonly format?: unknown } };
  return schema?.format === "date-time" || schema?.format === "date";
}

/** The most items that a page may have, as far as the contract says; a thousand at most. */
export function pageLimit(parameter: HttpParameter | undefined): number | undefined {
  const { schema } = (parameter?.place.value ?? {}) as { schema?: { maximum?: unknown } };
  const { maximum } = schema ?? {};
  return typeof maximum === "number" ? Math.min(maximum, 1000) : undefined;
}
