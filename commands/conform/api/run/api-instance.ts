import { type ApiOperation, declaresStatus } from "../contract/api-contract.js";
import { type ApiResource, sameTemplate } from "../contract/api-resources.js";
import { type CallArguments, sentContent } from "../request/call-arguments.js";
import type { ApiAnswer } from "./api-session.js";
import { itemName, locationNames, wrappedItem } from "./item-names.js";

/** Something that exists on the server. */
export interface ApiInstance {
  readonly resource: ApiResource;
  /** The values of its path parameters, outermost first. */
  readonly names: readonly unknown[];
  /** What was sent to make it; `undefined` if it was there before. */
  readonly sent: unknown;
  /** The answer to that. */
  readonly answer: ApiAnswer | undefined;
  readonly call: CallArguments | undefined;
}

/** The values that the path of the list with an item takes. */
export function listNames({
  resource,
  names,
  call,
}: Omit<ApiInstance, "sent" | "answer">): readonly unknown[] {
  const { create, list, collection } = resource;
  const isElsewhere = list !== undefined && !sameTemplate(list.path, collection);
  return isElsewhere && create !== undefined && call !== undefined
    ? pathNames(create, call)
    : names.slice(0, -1);
}

/** Whether an answer says that nothing was made, since something was there already: 200 where the contract has 201 for what is new. */
export function isAsBefore(create: ApiOperation, { status }: Pick<ApiAnswer, "status">): boolean {
  return (
    create.method === "POST" && status === 200 && declaresStatus(create, 200) && declaresStatus(create, 201)
  );
}

/** What an answer to the operation that makes items has made; `undefined` if it doesn't say. */
export function madeInstance(
  resource: ApiResource,
  call: CallArguments,
  answer: ApiAnswer,
): ApiInstance | undefined {
  const { create, put } = resource;
  const operation = create ?? put;
  if (operation === undefined || isAsBefore(operation, answer)) return undefined;
  const names =
    create === undefined ? pathNames(operation, call) : createdNames(resource, { create, call, answer });
  if (names === undefined) return undefined;
  return { resource, names, sent: sentItem(resource, operation, call), answer, call };
}

/** The names of what an operation made, outermost first, as far as call and answer say them. */
function createdNames(
  resource: ApiResource,
  {
    create,
    call,
    answer,
  }: { readonly create: ApiOperation; readonly call: CallArguments; readonly answer: ApiAnswer },
): readonly unknown[] | undefined {
  const located = locationNames(answer, resource);
  if (located !== undefined) return located;
  const name = itemName(answer.value, resource);
  if (name === undefined) return undefined;
  return [...(parentNames(resource, create, call) ?? []), name];
}

/** The names of what an item is in, as the call that made it has them; `undefined` if it doesn't have all. */
export function parentNames(
  { collection }: Pick<ApiResource, "collection">,
  create: ApiOperation,
  call: CallArguments,
): readonly unknown[] | undefined {
  if (sameTemplate(create.path, collection)) return pathNames(create, call);
  const names = pathNames({ path: collection }, call);
  return names.length > 0 && names.every((name) => name !== undefined) ? names : undefined;
}

/** What a call says of an item, without what wraps it. */
export function sentItem(resource: ApiResource, operation: ApiOperation, call: CallArguments): unknown {
  const sent = sentContent(operation, call);
  return wrappedItem(sent, resource) ?? sent;
}

/** The values of a call's path parameters, outermost first. */
export function pathNames(
  { path }: Pick<ApiOperation, "path">,
  { parameters }: CallArguments,
): readonly unknown[] {
  return (path.match(/\{[^{}]*\}/g) ?? []).map((braced) => parameters.get(`path ${braced.slice(1, -1)}`));
}
