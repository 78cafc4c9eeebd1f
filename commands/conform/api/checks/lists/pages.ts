import { json } from "../../../../../reader/text/json.js";
import { type ApiOperation, parameterSchema } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { withParameter } from "../../request/call-arguments.js";
import { listNames } from "../../run/api-instance.js";
import { isRecord, listItems } from "../../run/item-names.js";
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
import { selectsAll } from "./filter-values.js";
import { listCall } from "./list-call.js";
import { listPages } from "./listed-names.js";
import { pageParameters } from "./page-parameters.js";

/** Items that are made, and items of a page. */
const made = 5;
const pageSize = 2;

/** Pages of a list end, and have each item once. */
export const pages: ApiCheck = {
  name: "pages",
  rule: "The pages of a list end, have at most as many items as were asked for, and every item once.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      if (list === undefined || pageParameters(list).size === undefined) continue;
      yield mustCase(`pages/${list.id}`, (trial, context) => readPages(trial, { resource, list }, context));
    }
  },
};

interface Listing {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
}

/** Pages after which a list is taken to have no end, beyond those that its items need. */
const patience = 400;

async function readPages(trial: Trial, { resource, list }: Listing, context: CheckContext): Promise<void> {
  const { fixtures } = context;
  const parameters = pageParameters(list);
  const own = [];
  if (creator(resource) !== undefined)
    for (let count = 0; count < made; count++) own.push(await fixtures.make(trial, resource));
  const last = own.at(-1);
  const parents = last === undefined ? await fixtures.pathValues(trial, list) : listNames(last);
  const seen = new Set<string>();
  let count = 0;
  let total: number | undefined;
  const kind = `a request of ${list.id} with \`${parameters.size?.name ?? ""}\` ${pageSize}`;
  for await (const { names, items, total: said, isGuessed } of listPages(
    trial,
    { resource, list, parents, size: pageSize },
    context,
  )) {
    if (items.length > pageSize) violated(`the server answers ${kind} with ${items.length} items`);
    const again = names.find((name) => seen.has(name));
    if (again !== undefined && !isGuessed)
      violated(`a page of ${list.id} repeats the item ${again} of an earlier page`);
    if (again !== undefined) return numberedPages(trial, { resource, list }, context);
    for (const name of names) seen.add(name);
    total = said;
    if (++count > patience) return untried(`needs a list of ${list.id} with fewer items`);
  }
  if (count < 2) return untried(`needs a second page of ${list.id}`);
  const lost = own.find(({ names }) => !seen.has(String(names.at(-1))));
  if (lost !== undefined && count < maxRead)
    violated(`no page of ${list.id} has the item ${String(lost.names.at(-1))}, which was made before`);
  if (total !== undefined && count < maxRead && total !== seen.size)
    violated(`the server says that ${list.id} has ${total} items, and its pages have ${seen.size}`);
}

const maxRead = 60;

/** Numbers of pages begin with 0 or 1, which only the server knows: two pages in a row must differ. */
async function numberedPages(
  trial: Trial,
  { resource, list }: Listing,
  context: CheckContext,
): Promise<void> {
  const { page, size } = pageParameters(list);
  if (page === undefined || size === undefined) return;
  const parents = await context.fixtures.pathValues(trial, list);
  const whole = await listCall(trial, { resource, list, names: parents }, context);
  const call = withParameter(whole, size, pageSize);
  const texts: string[] = [];
  for (const number of [1, 2]) {
    const answer = await trial.call(list, withParameter(call, page, number));
    demandSuccess(answer, list);
    texts.push(json(listItems(answer.value)));
  }
  if (texts[0] === texts[1] && texts[0] !== "[]")
    violated(`the pages 1 and 2 of ${list.id} have the same items of ${resource.collection}`);
}

/** A filter by a declared value lets only such items through. */
export const filters: ApiCheck = {
  name: "filter",
  rule: "A query parameter that is called like a member of the items, and has the same declared values, selects items by it.",
  *cases({ contract, session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      if (list === undefined) continue;
      for (const parameter of list.declared.parameters) {
        const node = parameter.in === "query" ? contract.requestNode(parameterSchema(parameter)) : undefined;
        const values = node === undefined ? [] : applied(node, undefined).flatMap((each) => each.enum ?? []);
        const isFlag =
          node !== undefined && applied(node, undefined).some(({ type }) => type?.includes("boolean"));
        const wanted = isFlag ? [true, false] : values;
        if (wanted.length < 2 || /sort|order/i.test(parameter.name)) continue;
        yield mustCase(`filter/${list.id}/${parameter.name}`, async (trial, own) => {
          const { fixtures } = own;
          const shared = creator(resource) === undefined ? undefined : await fixtures.make(trial, resource);
          const names = shared === undefined ? await fixtures.pathValues(trial, list) : listNames(shared);
          const call = await listCall(trial, { resource, list, names }, own);
          let compared = 0;
          for (const value of wanted.filter((each) => !selectsAll(each)).slice(0, 6)) {
            const answer = await trial.call(list, withParameter(call, parameter, value));
            demandSuccess(answer, list);
            for (const item of listItems(answer.value) ?? []) {
              const own = isRecord(item) ? item[parameter.name] : undefined;
              if (own === undefined || typeof own === "object" || typeof own !== typeof value) continue;
              if (!isFlag && !values.includes(own)) continue;
              compared++;
              if (own !== value)
                violated(
                  `the server answers ${list.id} with \`${parameter.name}\` ${String(value)} with an item in which it is ${String(own)}`,
                );
            }
          }
          if (compared === 0) untried(`needs an item of ${list.id} with \`${parameter.name}\``);
        });
      }
    }
  },
};
