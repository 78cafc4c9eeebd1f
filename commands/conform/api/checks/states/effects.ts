import { type ApiOperation, declaresStatus } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type CheckContext, getItem, violated } from "../api-check.js";
import { contentDifference } from "../items/same-content.js";
import { type ListedNames, listedNames } from "../lists/listed-names.js";

/** A call that is expected to be refused. */
interface Refusable {
  readonly operation: ApiOperation;
  /** The values of its path parameters, outermost first. */
  readonly names: readonly unknown[];
}

/** What a refused call leaves alone. */
interface Shown {
  /** The item that it is about. */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /** The list of what it makes. */
  readonly listed: ListedNames | undefined;
}

/** Members that count what is asked of a server. */
const counters = /^(?:views?|hits|reads|(?:last)?(?:seen|accessed|read|viewed)(?:_?at)?)$/i;

/** Sends what must be refused, and ends the case if it is, but has an effect all the same. The answer otherwise. */
export async function refusedWithoutEffect(
  trial: Trial,
  call: Refusable,
  { context, send }: { readonly context: CheckContext; readonly send: () => Promise<ApiAnswer> },
): Promise<ApiAnswer> {
  const before = await shown(trial, call, context);
  const answer = await send();
  if (isSuccess(answer) || answer.status >= 500) return answer;
  const after = await shown(trial, call, context);
  const { id } = call.operation;
  const made = [...(after.listed?.found ?? [])].find((name) => before.listed?.found.has(name) === false);
  if (made !== undefined && before.listed?.isComplete === true)
    violated(`the server refuses ${id} with ${answer.status}, but makes ${made.slice(0, 60)}`);
  const difference = contentDifference(lasting(before.item), lasting(after.item));
  if (before.item !== undefined && after.item === undefined)
    violated(`the server refuses ${id} with ${answer.status}, but the item is gone`);
  if (difference !== undefined)
    violated(`the server refuses ${id} with ${answer.status}, but \`${difference.pointer}\` has changed`);
  return answer;
}

async function shown(trial: Trial, { operation, names }: Refusable, context: CheckContext): Promise<Shown> {
  const { fixtures, session } = context;
  const about = fixtures.resourceAt(operation.path);
  // What is made in the background changes by itself.
  const isReadable = about?.get !== undefined && names.length > 0 && !isSlow(about);
  const answer = isReadable
    ? (await getItem(trial, { resource: about, names }, { fixtures })).answer
    : undefined;
  const item =
    about === undefined || answer === undefined || !isSuccess(answer)
      ? undefined
      : itemValue(answer.value, about);
  const makes = session.resources.find(({ create }) => create === operation);
  const list = makes?.list;
  if (makes === undefined || list === undefined) return { item, listed: undefined };
  const isBelow = (list.path.match(/\{/g) ?? []).length === names.length;
  if (!isBelow) return { item, listed: undefined };
  return { item, listed: await listedNames(trial, { resource: makes, list, parents: names }, context) };
}

/** Whether items of a resource are made in the background, and change by themselves until then. */
export function isSlow({ create }: ApiResource): boolean {
  return create !== undefined && declaresStatus(create, 202);
}

function lasting(item: Shown["item"]): Shown["item"] {
  return item && Object.fromEntries(Object.entries(item).filter(([name]) => !counters.test(name)));
}
