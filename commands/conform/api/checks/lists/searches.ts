import type { HttpParameter } from "../../../../../reader/model/model.js";
import { json } from "../../../../../reader/text/json.js";
import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, type CallArguments, withBody, withParameter } from "../../request/call-arguments.js";
import { listNames, madeInstance } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { isRecord, itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied, withValueAt } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../base-call.js";
import { creator } from "../items/lifecycle.js";
import { listCall } from "./list-call.js";
import { listedNames } from "./listed-names.js";
import { pageLimit, pageParameters } from "./page-parameters.js";

/** A list, and one of its query parameters. */
export interface ListSearch {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
  readonly parameter: HttpParameter;
}

/** The lists with a query parameter of a type or format. */
export function* searches({ session, contract }: CheckContext, type: string): Generator<ListSearch> {
  for (const resource of session.resources) {
    const { list } = resource;
    if (list === undefined || creator(resource) === undefined) continue;
    for (const parameter of list.declared.parameters) {
      const node = parameter.in === "query" ? contract.requestNode(parameterSchema(parameter)) : undefined;
      const nodes = node === undefined ? [] : applied(node, undefined);
      const isOfType = nodes.some(
        (each) => each.type?.includes(type as never) === true || each.format?.name === type,
      );
      if (isOfType) yield { resource, list, parameter };
    }
  }
}

/** The list with one more parameter, and as many items as a page may have. */
async function searched(
  trial: Trial,
  {
    resource,
    list,
    parameter,
    names,
    value,
  }: ListSearch & { readonly names: readonly unknown[]; readonly value: unknown },
  context: CheckContext,
) {
  const { size } = pageParameters(list);
  const most = pageLimit(size);
  const whole = await listCall(trial, { resource, list, names }, context);
  const call = size === undefined || most === undefined ? whole : withParameter(whole, size, most);
  const answer = await trial.call(list, withParameter(call, parameter, value));
  demandSuccess(answer, list);
  return (listItems(answer.value) ?? []).filter(isRecord);
}

/** Values of a member that is a list, such as `tags`. */
function listed(item: Readonly<Record<string, unknown>>, name: string): readonly unknown[] | undefined {
  const plain = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const key = Object.keys(item).find((each) => [plain(name), `${plain(name)}s`].includes(plain(each)));
  const value = key === undefined ? undefined : item[key];
  return Array.isArray(value) ? value : undefined;
}

/** A query parameter with several values selects the items that have all of them, or those that have any. */
export const severalValues: ApiCheck = {
  name: "several-values",
  rule: "A query parameter that is a list selects the items that have all of its values, or those that have any of them.",
  *cases(context) {
    for (const search of searches(context, "array"))
      yield mustCase(`several-values/${search.list.id}/${search.parameter.name}`, (trial, own) =>
        selectSeveral(trial, search, own),
      );
  },
};

/** Items with the first value, with the second one, and with both. */
async function selectSeveral(trial: Trial, search: ListSearch, context: CheckContext): Promise<void> {
  const { resource, list, parameter } = search;
  const { fixtures, contract } = context;
  const { create } = resource;
  if (create === undefined) return untried(`needs an operation that makes items of ${resource.collection}`);
  const call = await baseCall(trial, create, fixtures);
  const body = bodyValue(call);
  const member = isRecord(body)
    ? Object.keys(body).find((each) => listed({ [each]: body[each] }, parameter.name) !== undefined)
    : undefined;
  if (member === undefined) return untried(`needs items with a list that \`${parameter.name}\` is about`);
  const node = contract.requestNode(parameterSchema(parameter));
  const values = twoValues(node, isRecord(body) ? body[member] : undefined);
  if (values === undefined) return untried(`needs two values of \`${parameter.name}\``);
  const [one, two] = values;
  const made = new Map<string, readonly unknown[]>();
  let names: readonly unknown[] = [];
  for (const own of [[one], [two], [one, two]]) {
    const fresh = await baseCall(trial, create, fixtures);
    const sent = withBody(fresh, withValueAt(bodyValue(fresh), [member], own));
    const answer = await trial.call(create, sent);
    const instance = madeInstance(resource, sent, answer);
    if (!isSuccess(answer) || instance === undefined)
      return untried(`needs items of ${create.id} with the values ${own.map(String).join(", ")}`);
    made.set(String(instance.names.at(-1)), own);
    names = listNames(instance);
  }
  const selected = (whole: CallArguments): CallArguments => withParameter(whole, parameter, [one, two]);
  const { found, items, isComplete } = await listedNames(
    trial,
    { resource, list, parents: names, selected },
    context,
  );
  const has = (own: readonly unknown[]): boolean =>
    [...made].some(([name, values]) => json(values) === json(own) && found.has(name));
  const text = `${list.id} with \`${parameter.name}\` ${String(one)} and ${String(two)}`;
  for (const item of items.values()) {
    const own = isRecord(item) ? listed(item, parameter.name) : undefined;
    if (own !== undefined && !own.includes(one) && !own.includes(two))
      violated(`the server answers ${text} with an item that has neither`);
  }
  if (!isComplete) return untried(`needs all pages of ${list.id}`);
  if (!has([one, two])) violated(`the server answers ${text} without the item that has both`);
  if (has([one]) !== has([two]))
    violated(
      `the server answers ${text} with items that have one of them, and leaves out those that have the other`,
    );
  const { description } = (parameter.place.value ?? {}) as { readonly description?: string };
  if (/\b(?:all of|every|each of)\b/i.test(description ?? "") && has([one]))
    violated(
      `the server answers ${text} with an item that has one of them, and the contract says: ${description?.slice(0, 100)}`,
    );
}

function twoValues(
  node: Parameters<typeof applied>[0] | undefined,
  own: unknown,
): readonly [unknown, unknown] | undefined {
  const nodes = node === undefined ? [] : applied(node, []);
  const inner = nodes.flatMap(({ items }) => (items === undefined ? [] : applied(items, undefined)));
  const declared = inner.flatMap((each) => each.enum ?? []);
  const sent: readonly unknown[] = Array.isArray(own) ? own : [];
  const known = declared.length > 1 ? declared : sent;
  const [first, second] = [...new Set(known)];
  if (first === undefined) return undefined;
  if (second !== undefined) return [first, second];
  return typeof first === "string" ? [first, `${first.slice(0, 20)}x`] : undefined;
}

/** One time has one meaning, whatever its offset is. */
export const sameInstant: ApiCheck = {
  name: "same-instant",
  rule: "A time in a query selects the same items however its offset is written (RFC 3339).",
  *cases(context) {
    for (const search of searches(context, "date-time"))
      yield mustCase(`same-instant/${search.list.id}/${search.parameter.name}`, async (trial, own) => {
        const instance = await own.fixtures.make(trial, search.resource);
        const names = listNames(instance);
        const shown = await searchedItem(trial, { ...search, names }, own);
        const times = shown.filter(
          (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
        );
        if (times.length === 0) return untried(`needs items of ${search.list.id} with a time`);
        for (const time of times.slice(0, 4))
          for (const shift of [-1000, 1000]) {
            const at = Date.parse(time) + shift;
            const seen = new Set<string>();
            for (const text of spelledTimes(at)) {
              const items = await searched(trial, { ...search, names, value: text }, own);
              seen.add(json(items.map((item) => itemName(item, search.resource) ?? null)));
            }
            if (seen.size > 1)
              violated(
                `the server answers ${search.list.id} with \`${search.parameter.name}\` ${spelledTimes(at).join(" otherwise than with ")}, which is the same time`,
              );
          }
      });
  },
};

/** A time in UTC, and with offsets. */
function spelledTimes(at: number): readonly string[] {
  const written = (minutes: number): string => new Date(at + minutes * 60_000).toISOString().slice(0, 19);
  return [`${written(0)}Z`, `${written(330)}+05:30`, `${written(-480)}-08:00`];
}

/** The texts of the items of a list. */
async function searchedItem(
  trial: Trial,
  { resource, list, names }: ListSearch & { readonly names: readonly unknown[] },
  context: CheckContext,
): Promise<readonly string[]> {
  const answer = await trial.call(list, await listCall(trial, { resource, list, names }, context));
  demandSuccess(answer, list);
  const texts = (listItems(answer.value) ?? [])
    .filter(isRecord)
    .flatMap((item) => Object.values(item))
    .filter((value): value is string => typeof value === "string");
  return [...new Set(texts)];
}
