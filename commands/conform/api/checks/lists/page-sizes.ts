import type { HttpParameter } from "../../../../../reader/model/model.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import { parameterSchema } from "../../contract/api-contract.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import type { ApiInstance } from "../../run/api-instance.js";
import { listNames } from "../../run/api-instance.js";
import { isRefusal, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import { isRecord, itemName, listItems } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import {
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  mustCase,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { listCall } from "./list-call.js";
import { hasFurtherPages, linkTarget, listPages, nextCursor, totalIn } from "./listed-names.js";
import { pageLimit, pageParameters } from "./page-parameters.js";
import { plainName, proseText, type ReadList, readList } from "./read-lists.js";
import type { ListSearch } from "./searches.js";

/** A list that is read in pages. */
type PagedItems = Omit<ListSearch, "parameter">;

/** Pages of any size are parts of the same list. */
export const pageSizes: ApiCheck = {
  name: "page-sizes",
  rule: "Pages of any size are parts of the same list: of one item, of all items, and behind the last one.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { list } = resource;
      if (list === undefined || creator(resource) === undefined) continue;
      const { size, cursor, page, offset } = pageParameters(list);
      if (size === undefined) continue;
      const paged = { resource, list };
      yield mustCase(`page-sizes/${list.id}/whole`, async (trial, own) => {
        const whole = await wholeList(trial, paged, own);
        await onePerPage(trial, { ...paged, ...whole }, own);
        await fullPages(trial, { ...paged, ...whole }, own);
        await behind(trial, { ...paged, ...whole }, own);
      });
      for (const parameter of [size, page, offset])
        if (parameter !== undefined)
          yield mustCase(`page-sizes/${list.id}/echo/${parameter.name}`, (trial, own) =>
            echo(trial, { ...paged, parameter }, own),
          );
      if (cursor === undefined) continue;
      yield shouldCase(`page-sizes/${list.id}/deleted`, (trial, own) => withoutDeleted(trial, paged, own));
      if (/\b4\d\d\b|\brefused\b|\brejected\b|\bmust be (?:one|a value) that\b/.test(proseText(cursor)))
        yield mustCase(`page-sizes/${list.id}/issued`, (trial, own) =>
          onlyIssued(trial, { ...paged, parameter: cursor }, own),
        );
    }
  },
};

/** Items that are made, so that a list has at least so many. */
const made = 4;

async function wholeList(trial: Trial, paged: PagedItems, context: CheckContext) {
  const own: ApiInstance[] = [];
  for (let count = 0; count < made; count++) own.push(await context.fixtures.make(trial, paged.resource));
  const [first] = own;
  const parents = first === undefined ? [] : listNames(first);
  const whole = await readList(trial, { ...paged, parents }, context);
  return { own, parents, whole };
}

/** A list, and what it has. */
interface WholePages extends PagedItems {
  readonly parents: readonly unknown[];
  readonly whole: ReadList;
}

async function onePerPage(trial: Trial, paged: WholePages, context: CheckContext): Promise<void> {
  const { parents, whole } = paged;
  const most = pageLimit(pageParameters(paged.list).size);
  const [largest = 0] = whole.pages;
  if (most !== undefined && whole.pages.length > 1 && largest < Math.min(most, whole.names.length))
    violated(
      `the server answers ${paged.list.id} in pages of ${most} with ${largest} items, and others follow`,
      {
        level: "should",
      },
    );
  let count = 0;
  for await (const { names, items, isGuessed } of listPages(trial, { ...paged, parents, size: 1 }, context)) {
    if (isGuessed) untried(`needs to know the first page of ${paged.list.id}`);
    const wanted = whole.names[count];
    if (items.length > 1)
      violated(`the server answers ${paged.list.id} in pages of one item with ${items.length} items`);
    // Without an order that the contract declares, a server may choose another one for each size.
    if (wanted === undefined || names[0] !== wanted)
      violated(
        `the server answers ${paged.list.id} in pages of one item with ${names.join(", ") || "an empty page"} as the ${count + 1}. page, and the ${count + 1}. item of the list is ${wanted ?? "missing"}`,
        { level: "should" },
      );
    if (++count >= Math.min(made, whole.names.length)) return;
  }
  if (count < whole.names.length && !hasFurtherPages(paged.list, context.contract))
    untried(`needs a way to the next page of ${paged.list.id}`);
  if (count < whole.names.length)
    violated(
      `the server ends ${paged.list.id} after ${count} pages of one item, and it has ${whole.names.length}`,
    );
}

/** What says that the last page leads to no further one. */
const saysEnd =
  /\b(?:null|absent|missing|no|without|empty)\b[^.]{0,40}\blast\b|\blast\b[^.]{0,40}\b(?:null|absent|missing|no|without)\b|\bif there (?:is|are) (?:such|more|further|another)/i;

async function fullPages(trial: Trial, paged: WholePages, context: CheckContext): Promise<void> {
  const { list, parents, whole } = paged;
  const { size } = pageParameters(list);
  const most = pageLimit(size) ?? 100;
  // The last of several full pages, if all items don't fit in one.
  const length = whole.names.length;
  const part = divisors(length).find((each) => each <= most && length / each <= mostPages);
  if (part === undefined) return;
  const paging = { ...paged, parents, size: part };
  let seen = 0;
  let pages = 0;
  for await (const page of listPages(trial, paging, context)) {
    if (page.isGuessed) return untried(`needs to know the first page of ${list.id}`);
    pages++;
    seen += page.names.length;
    if (seen > length) violated(`the pages of ${list.id} go on behind its last item`);
  }
  const response = list.declared.responses.find(([status]) => status === "200")?.[1];
  const isExtra = pages > length / part;
  const { cursor } = pageParameters(list);
  const said = response === undefined ? "" : proseText({ place: response });
  if (isExtra && cursor !== undefined && saysEnd.test(said))
    violated(
      `the last page of ${list.id} is full, and leads to an empty one; the contract says: ${said.slice(0, 120)}`,
    );
}

/** Full pages that are read. */
const mostPages = 12;

/** From the largest one on. */
function divisors(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => count - index).filter((each) => count % each === 0);
}

async function behind(
  trial: Trial,
  { resource, list, parents, whole }: WholePages,
  context: CheckContext,
): Promise<void> {
  const { size, page, offset } = pageParameters(list);
  const parameter = offset ?? page;
  if (parameter === undefined || size === undefined) return;
  const call = await listCall(trial, { resource, list, names: parents }, context);
  const node = context.contract.requestNode(parameterSchema(parameter));
  const number = whole.names.length + 3;
  if (node === undefined || !holds(node, number)) return;
  const answer = await trial.call(list, withParameter(withParameter(call, size, 2), parameter, number));
  const text = `${list.id} with \`${parameter.name}\` behind the last item`;
  const response = list.declared.responses.find(([status]) => status === "200")?.[1];
  const isSaid = response !== undefined && /\bempty\b/i.test(proseText({ place: response }));
  if (isRefusal(answer))
    violated(`the server refuses ${text}`, {
      ...statuses("200", answer.status),
      level: isSaid ? "must" : "should",
    });
  demandSuccess(answer, list);
  const count = listItems(answer.value)?.length ?? 0;
  if (count > 0)
    violated(`the server answers ${text} with ${count} items`, {
      level: isSaid || parameter === offset ? "must" : "should",
    });
  const total = totalIn(answer);
  if (total !== undefined && total !== whole.names.length)
    violated(`the server says that ${text} has ${total} items, and it has ${whole.names.length}`);
  if (linkTarget(answer, "next") !== undefined)
    violated(`the server answers ${text} with a link to a next page`, { level: "should" });
}

async function echo(
  trial: Trial,
  { list, resource, parameter }: PagedItems & { readonly parameter: HttpParameter },
  context: CheckContext,
): Promise<void> {
  const instance = await context.fixtures.make(trial, resource);
  await context.fixtures.make(trial, resource);
  const node = context.contract.requestNode(parameterSchema(parameter));
  const isWhole =
    node !== undefined && applied(node, undefined).some(({ type }) => type?.includes("integer"));
  if (!isWhole || /count|total/i.test(parameter.name)) return untried("needs a whole number");
  const call = await listCall(trial, { resource, list, names: listNames(instance) }, context);
  for (const value of [1, 2]) {
    const answer = await trial.call(list, withParameter(call, parameter, value));
    demandSuccess(answer, list);
    const shown = isRecord(answer.value) ? answer.value[parameter.name] : undefined;
    if (typeof shown !== "number")
      return untried(`needs a member \`${parameter.name}\` in the answer of ${list.id}`);
    // A page may have fewer items than were asked for, and say so.
    const level = /^(?:offset|page)$/.test(plainName(parameter.name)) ? "must" : "should";
    if (shown !== value)
      violated(`the server answers ${list.id} with \`${parameter.name}\` ${value} as if it were ${shown}`, {
        level,
      });
  }
}

/** A page that ends with an item of its own: its size, and how many pages come before. */
function boundary(whole: ReadList, own: readonly ApiInstance[], most: number) {
  for (const instance of own) {
    const place = whole.names.indexOf(String(instance.names.at(-1))) + 1;
    if (place === 0 || place >= whole.names.length) continue;
    const size = divisors(place).find((each) => each <= most);
    if (size !== undefined && place / size <= mostPages)
      return { instance, size, pages: place / size, next: whole.names[place] };
  }
  return undefined;
}

async function withoutDeleted(trial: Trial, paged: PagedItems, context: CheckContext): Promise<void> {
  const { list, resource } = paged;
  const { own, parents, whole } = await wholeList(trial, paged, context);
  const { size } = pageParameters(list);
  const found = boundary(whole, own, pageLimit(size) ?? 50);
  if (resource.remove === undefined || found === undefined)
    return untried(`needs a page of ${list.id} that ends with a new item`);
  let pages = 0;
  for await (const { names } of listPages(trial, { ...paged, parents, size: found.size }, context)) {
    if (++pages < found.pages) continue;
    if (pages === found.pages) {
      const page = trial.exchanges.at(-1)?.answer;
      const cursor = typeof page === "object" ? nextCursor(page) : undefined;
      // Cursors that are positions move with the items, as offsets do.
      if (Number(cursor) === found.pages * found.size)
        return untried(`needs a cursor of ${list.id} that isn't a position`);
      const answer = await context.fixtures.items.remove(trial, found.instance);
      if (answer === undefined || !isSuccess(answer))
        return untried(`needs a success of ${resource.remove.id}`);
      continue;
    }
    if (names[0] !== found.next)
      violated(
        `the page of ${list.id} after one whose last item was deleted meanwhile begins with ${names[0] ?? "nothing"} instead of ${found.next ?? "nothing"}`,
      );
    return;
  }
  if (pages === found.pages)
    violated(
      `the list of ${list.id} ends with a page whose last item was deleted meanwhile, and ${found.next ?? ""} is left`,
    );
}

async function onlyIssued(
  trial: Trial,
  { list, parameter, resource }: PagedItems & { readonly parameter: HttpParameter },
  context: CheckContext,
): Promise<void> {
  const { parents } = await wholeList(trial, { list, resource }, context);
  const { size } = pageParameters(list);
  if (size === undefined) return;
  const whole = await listCall(trial, { resource, list, names: parents }, context);
  const call = withParameter(whole, size, 1);
  const answer = await trial.call(list, call);
  demandSuccess(answer, list);
  const cursor = nextCursor(answer);
  if (typeof cursor !== "string") return untried(`needs a cursor of ${list.id}`);
  const asked = (value: string): CallArguments => withParameter(call, parameter, value);
  const control = await trial.call(list, asked(cursor));
  demandSuccess(control, list);
  for (const forged of ["oipkit", `${cursor}~`]) {
    const refused = await trial.call(list, asked(forged));
    if (isSuccess(refused))
      violated(
        `the server accepts \`${parameter.name}\` ${forged.slice(0, 60)} of ${list.id}, which it hasn't issued, and the contract says: ${proseText(parameter).slice(0, 120)}`,
        statuses("a refusal", refused.status),
      );
  }
  const items = (listItems(control.value) ?? []).flatMap((item) => itemName(item, resource) ?? []);
  if (items.length === 0) return untried(`needs a second page of ${list.id}`);
}
