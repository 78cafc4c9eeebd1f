import type { HttpParameter } from "../../../../../reader/model/model.js";
import { holds } from "../../../../../reader/validation/synthesis/search.js";
import {
  type ApiOperation,
  hasDefault,
  operationText,
  parameterSchema,
} from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { shownProperties } from "../../contract/shown-properties.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import type { ApiIdentity } from "../../request/identity.js";
import { listNames } from "../../run/api-instance.js";
import { isSuccess } from "../../run/api-session.js";
import { ApiUntried } from "../../run/finding.js";
import { isRecord, itemName, itemValue, listItems } from "../../run/item-names.js";
import type { ListSelection } from "../../run/learned.js";
import type { Trial } from "../../run/trial.js";
import { applied } from "../../values/value-places.js";
import { type CheckContext, getItem, untried } from "../api-check.js";
import { pageLimit, pageParameters } from "./page-parameters.js";

/** A list of a resource, and whose. */
interface ListCall {
  readonly resource: ApiResource;
  readonly list: ApiOperation;
  /** Names of what it is a list of. */
  readonly names: readonly unknown[];
  readonly identity?: ApiIdentity | undefined;
}

/**
 * The call of a list that shows new items, too: those that its defaults leave out, such as drafts, are asked for. Throws `ApiUntried` if the list
 * leaves them out whatever is asked for.
 */
export async function listCall(
  trial: Trial,
  { resource, list, names, identity }: ListCall,
  context: CheckContext,
): Promise<CallArguments> {
  const { fixtures } = context;
  const { learned } = fixtures;
  if (!learned.selections.has(list.id)) {
    // While it is found out, the list is called as it is.
    learned.selections.set(list.id, "plain");
    learned.selections.set(list.id, await foundSelection(trial, { resource, list }, context));
  }
  const selection = learned.selections.get(list.id) ?? "plain";
  if (selection === "hidden")
    return untried(`needs a list of ${list.id} that shows new items, and its defaults leave them out`);
  const call = await fixtures.call(trial, list, { names, identity });
  return selection === "plain" ? call : withParameter(call, selection.parameter, selection.value);
}

type Listing = Pick<ListCall, "resource" | "list">;

async function foundSelection(
  trial: Trial,
  { resource, list }: Listing,
  context: CheckContext,
): Promise<ListSelection> {
  const { fixtures } = context;
  try {
    const instance = await fixtures.shared(trial, resource);
    const call = await fixtures.call(trial, list, { names: listNames(instance) });
    const shows = (with_: CallArguments): Promise<readonly unknown[] | undefined> =>
      firstItems(trial, { resource, list }, with_);
    const isThere = (items: readonly unknown[] | undefined): boolean =>
      items?.some((item) => String(itemName(item, resource)) === String(instance.names.at(-1))) === true;
    const items = await shows(call);
    if (items === undefined || isThere(items)) return "plain";
    for (const { parameter, value } of hidingParameters(list, context))
      if (isThere(await shows(withParameter(call, parameter, value))))
        return showsAll(parameter, value) ? { parameter, value } : "hidden";
    if (resource.get === undefined) return "plain";
    const { answer } = await getItem(trial, instance, context);
    const item = itemValue(answer.value, resource);
    return isRecord(item) && isOfAnotherKind(item, items, { resource, context }) ? "hidden" : "plain";
  } catch (error) {
    if (error instanceof ApiUntried) return "plain";
    throw error;
  }
}

/** The items of a list's first page, as large as it may be; `undefined` if the server refuses it. */
async function firstItems(
  trial: Trial,
  { list }: Listing,
  call: CallArguments,
): Promise<readonly unknown[] | undefined> {
  const { size } = pageParameters(list);
  const most = pageLimit(size);
  const whole = size === undefined || most === undefined ? call : withParameter(call, size, most);
  const answer = await trial.call(list, whole);
  return isSuccess(answer) ? listItems(answer.value) : undefined;
}

/** Parameters that may leave items out of a list by default, with their other values; those that show all come first. */
function hidingParameters(
  list: ApiOperation,
  { contract }: CheckContext,
): readonly { readonly parameter: HttpParameter; readonly value: unknown }[] {
  const paging = new Set(Object.values(pageParameters(list)));
  const found = list.declared.parameters
    .filter((each) => each.in === "query" && !paging.has(each) && !/sort|order/i.test(each.name))
    .flatMap((parameter) => {
      const schema = parameterSchema(parameter);
      const node = contract.requestNode(schema);
      if (node === undefined) return [];
      const nodes = applied(node, undefined);
      const isSwitch = nodes.some(({ type }) => type?.includes("boolean"));
      const values = isSwitch ? [true, false] : nodes.flatMap((each) => each.enum ?? []);
      if (!isSwitch && !hasDefault(contract, schema)) return [];
      return values.filter((value) => holds(node, value)).map((value) => ({ parameter, value }));
    });
  return [...found]
    .sort((a, b) => Number(showsAll(b.parameter, b.value)) - Number(showsAll(a.parameter, a.value)))
    .slice(0, mostTried);
}

/** Values that are tried; each costs a request. */
const mostTried = 8;

/** Whether a value makes a list show more, rather than something else. */
function showsAll({ name }: HttpParameter, value: unknown): boolean {
  if (typeof value === "boolean") return value && /^(?:include|with|show|all)/i.test(name);
  return /^(?:all|any|\*|both)$/i.test(String(value));
}

/** Whether a list is one of items in another state: all that it has are in it, or its description says so, as "published articles". */
function isOfAnotherKind(
  item: Readonly<Record<string, unknown>>,
  items: readonly unknown[],
  { resource, context }: Asked,
): boolean {
  const text = resource.list === undefined ? "" : operationText(resource.list);
  return shownProperties(resource, context.contract).some(([name, node]) => {
    const nodes = applied(node, undefined);
    const states = nodes.flatMap(({ enum: values }) => values ?? []);
    const isSwitch = nodes.some(({ type }) => type?.includes("boolean"));
    const own = item[name];
    if ((states.length === 0 && !isSwitch) || own === undefined) return false;
    const [first] = items.map((each) => (isRecord(each) ? each[name] : undefined));
    const isShared = first !== undefined && items.every((each) => isRecord(each) && each[name] === first);
    if (isShared) return first !== own;
    const words = text.toLowerCase().split(/[^\p{L}\p{N}_-]+/u);
    return states.some((state) => state !== own && words.includes(String(state).toLowerCase()));
  });
}

interface Asked {
  readonly resource: ApiResource;
  readonly context: CheckContext;
}
