import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { type ApiAnswer, isRefusal } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord, itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { listCall } from "./list-call.js";
import { followed, linkTarget, totalIn } from "./listed-names.js";
import { pageParameters } from "./page-parameters.js";

/** A list that is read in pages. */
interface PagedList {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
}

/** The links between pages lead where they say. */
export const pageLinks: ApiCheck = {
  name: "page-links",
  rule: "The links of a page lead to the first, the last and the page before, and keep what the list was selected by (RFC 8288).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      if (list === undefined || creator(resource) === undefined) continue;
      if (pageParameters(list).size === undefined) continue;
      yield mustCase(`page-links/${list.id}/last`, (trial, own) => lastPage(trial, { resource, list }, own));
      yield mustCase(`page-links/${list.id}/back`, (trial, own) => back(trial, { resource, list }, own));
      yield mustCase(`page-links/${list.id}/kept`, (trial, own) => kept(trial, { resource, list }, own));
    }
  },
};

/** The first page of two items, of at least three. */
async function firstOfSeveral(trial: Trial, { resource, list }: PagedList, context: CheckContext) {
  const { size } = pageParameters(list);
  if (size === undefined) return untried(`needs the size of a page of ${list.id}`);
  let names: readonly unknown[] = [];
  for (let count = 0; count < 3; count++) names = listNames(await context.fixtures.make(trial, resource));
  const call = withParameter(await listCall(trial, { resource, list, names }, context), size, 2);
  const answer = await trial.call(list, call);
  demandSuccess(answer, list);
  return { call, answer };
}

async function lastPage(trial: Trial, paged: PagedList, context: CheckContext): Promise<void> {
  const { list } = paged;
  const { answer } = await firstOfSeveral(trial, paged, context);
  const target = linkTarget(answer, "last");
  if (target === undefined) return untried(`needs a link to the last page of ${list.id}`);
  const last = await followed(trial, target, undefined);
  demandSuccess(last, list);
  if (listItems(answer.value)?.length !== 2) return untried(`needs a page of ${list.id} with two items`);
  const total = totalIn(answer);
  const items = listItems(last.value) ?? [];
  if (items.length === 0) violated(`the link to the last page of ${list.id} leads to an empty page`);
  if (linkTarget(last, "next") !== undefined)
    violated(`the link to the last page of ${list.id} leads to a page that another one follows`);
  if (total !== undefined && !isLastSize(items.length, total))
    violated(
      `the link to the last page of ${list.id} leads to ${items.length} items, and there are ${total} on pages of two`,
    );
  const first = linkTarget(last, "first");
  if (first === undefined) return;
  const begin = await followed(trial, first, undefined);
  demandSuccess(begin, list);
  if (linkTarget(begin, "prev") !== undefined)
    violated(`the link to the first page of ${list.id} leads to a page that follows another one`);
}

/** The link to the page before leads there. */
async function back(trial: Trial, paged: PagedList, context: CheckContext): Promise<void> {
  const { list, resource } = paged;
  const { call } = await firstOfSeveral(trial, paged, context);
  const { size } = pageParameters(list);
  if (size === undefined) return;
  let answer = await trial.call(list, withParameter(call, size, 1));
  const shown: string[] = [];
  for (let count = 0; count < 2; count++) {
    shown.push(namesIn(answer, resource));
    const next = linkTarget(answer, "next");
    if (next === undefined) return untried(`needs a third page of ${list.id}`);
    answer = await followed(trial, next, undefined);
    if (isRefusal(answer))
      violated(`the link to the next page of ${list.id} leads to a refusal`, statuses("200", answer.status));
    demandSuccess(answer, list);
  }
  const prev = linkTarget(answer, "prev") ?? linkTarget(answer, "previous");
  if (prev === undefined) return untried(`needs a link from the third page of ${list.id} to the second one`);
  const before = await followed(trial, prev, undefined);
  demandSuccess(before, list);
  if (namesIn(before, resource) !== shown[1])
    violated(`the link from the third page of ${list.id} to the one before it leads to another page`);
  const first = linkTarget(before, "prev") ?? linkTarget(before, "previous");
  if (first === undefined)
    return violated(
      `the second page of ${list.id} has no link to the one before it, and the third page has`,
      { level: "should" },
    );
  const begin = await followed(trial, first, undefined);
  demandSuccess(begin, list);
  if (namesIn(begin, resource) !== shown[0])
    violated(`the link from the second page of ${list.id} to the one before it leads to another page`);
}

function namesIn({ value }: ApiAnswer, resource: ApiResource): string {
  return (listItems(value) ?? []).map((item) => String(itemName(item, resource))).join(" ");
}

function isLastSize(length: number, total: number): boolean {
  return length === (total % 2 === 0 ? 2 : 1);
}

/** The next page of a selection has only what was selected. */
async function kept(trial: Trial, paged: PagedList, context: CheckContext): Promise<void> {
  const { list } = paged;
  const { call, answer } = await firstOfSeveral(trial, paged, context);
  const { size } = pageParameters(list);
  let compared = 0;
  for (const parameter of list.declared.parameters) {
    if (parameter.in !== "query" || size === undefined) continue;
    const node = context.contract.requestNode(parameterSchema(parameter));
    const nodes = node === undefined ? [] : applied(node, undefined);
    if (
      !nodes.some(({ type }) =>
        type?.some((each) => each === "string" || each === "integer" || each === "number"),
      )
    )
      continue;
    const [item] = (listItems(answer.value) ?? []).filter(isRecord);
    const own = item?.[parameter.name];
    if (typeof own !== "string" && typeof own !== "number") continue;
    const selected = await trial.call(list, withParameter(withParameter(call, parameter, own), size, 1));
    const target = linkTarget(selected, "next");
    if (target === undefined) continue;
    compared++;
    const next = await followed(trial, target, undefined);
    demandSuccess(next, list);
    const wrong = (listItems(next.value) ?? []).filter(isRecord).find((each) => each[parameter.name] !== own);
    if (wrong !== undefined || !keeps(target, parameter.name))
      violated(
        `the link to the next page of ${list.id} with \`${parameter.name}\` ${String(own)} loses the selection`,
      );
  }
  if (compared === 0) return untried(`needs a selection of ${list.id} with a link to a second page`);
}

function keeps(target: string, name: string): boolean {
  const query = new URL(target, "http://localhost").searchParams;
  // A cursor may hold the selection.
  return query.has(name) || [...query.keys()].some((key) => /cursor|token|after|page\[/i.test(key));
}
