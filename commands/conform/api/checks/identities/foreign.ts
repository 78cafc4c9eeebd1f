import { type ApiOperation, declaresStatus } from "../../contract/api-contract.js";
import { type ApiInstance, listNames } from "../../run/api-instance.js";
import { isRefusal, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { recoded } from "../../values/unique-values.js";
import {
  type ApiCheck,
  type CheckContext,
  getItem,
  mustCase,
  readItem,
  untried,
  violated,
} from "../api-check.js";
import { creator, differenceText, isInner } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";
import { listedNames } from "../lists/listed-names.js";

/** What one identity made is beyond another one's reach: the requests of the other on it, each with its outcome. */
export const foreign: ApiCheck = {
  name: "foreign",
  rule: "What one identity made, another one neither sees nor changes, as far as the API separates them at all.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get, put, patch, remove, list } = resource;
      const create = creator(resource);
      if (create === undefined || !create.isSecured) continue;
      const inner = session.contract.operations.filter((each) => isInner(each, resource));
      for (const operation of [get, put, patch, remove, list, ...inner]) {
        if (operation === undefined) continue;
        // The list of another resource is also asked for what is in it.
        const isOther = session.resources.some((each) => each !== resource && each.list === operation);
        const id = isOther && operation !== list ? `${operation.id}/${resource.noun}` : operation.id;
        yield mustCase(`foreign/${id}`, (trial, context) =>
          reached(trial, { resource, operation, create }, context),
        );
      }
    }
  },
};

type Resource = CheckContext["session"]["resources"][number];

interface Reach {
  readonly resource: Resource;
  readonly operation: ApiOperation;
  readonly create: ApiOperation;
}

async function reached(
  trial: Trial,
  { resource, operation, create }: Reach,
  context: CheckContext,
): Promise<void> {
  const [owner, other] = context.session.writers;
  if (owner === undefined || other === undefined) return untried("needs another identity");
  const isReached = await foreignReach(trial, { resource, operation }, context);
  if (isReached === undefined) return hiddenLikeUnknown(trial, { resource, operation }, context);
  if (!isReached) return untouched(trial, { resource, operation }, context);
  if (isInner(operation, resource) && (await mayAnybody(trial, { resource, operation }, context)))
    return untried(
      `needs an item of ${resource.path} that others don't see: anybody may add to what anybody may read`,
    );
  // Whether the API separates identities: some other operation doesn't reach what somebody else made.
  for (const check of [resource.get, resource.list, resource.remove, resource.put, resource.patch]) {
    if (check === undefined || check === operation || isOwnList(resource, check)) continue;
    // Who may read what others made, may not change it: no fault of reading.
    const isStronger = check.method !== "GET" && operation.method === "GET";
    if (isStronger || (await foreignReach(trial, { resource, operation: check }, context)) !== false)
      continue;
    if ((await ownReach(trial, { resource, operation: check }, context)) !== true) continue;
    violated(`${operation.id} reaches what another identity made by ${create.id}, which ${check.id} doesn't`);
  }
  // Who may read everything may not change it all: the second identity is somebody else, unless the user says otherwise.
  // Settings that clients name may be those of all.
  const isOwned = resource.create !== undefined;
  if (isOwned && operation.method !== "GET" && context.session.options.isShared !== true)
    violated(
      `${operation.id} reaches what another identity made by ${create.id}, and so does every other operation (--shared, if they may)`,
    );
  return untried(
    `needs an API that separates identities: every operation on ${resource.path} reaches what another one made`,
  );
}

/** Whether an operation is a list of the caller's own items by its path, such as `/user/repos`. */
function isOwnList({ list }: Resource, operation: ApiOperation): boolean {
  return operation === list && /\/(?:me|my|mine|self|user|current|account)(?:\/|$)/i.test(list.path);
}

/** Whether what an operation does with an item is for all who may read it, as comments are, unless the contract has a refusal for it. */
async function mayAnybody(
  trial: Trial,
  { resource, operation }: Reaching,
  context: CheckContext,
): Promise<boolean> {
  const { get } = resource;
  const isAddition = context.fixtures.isCreator(operation);
  if (get === undefined || (declaresStatus(operation, 403) && !isAddition)) return false;
  return (await foreignReach(trial, { resource, operation: get }, context)) === true;
}

/** A hidden item must be refused as one that doesn't exist is: a refusal because of its state tells that it is there. */
async function hiddenLikeUnknown(
  trial: Trial,
  { resource, operation }: Reaching,
  context: CheckContext,
): Promise<void> {
  const { fixtures, session } = context;
  const [owner, other] = session.writers;
  const told = trial.exchanges.at(-1)?.answer;
  const unclear = `needs an answer of ${operation.id} that tells whether another identity reaches an item`;
  if (operation === resource.list || typeof told !== "object" || !isRefusal(told)) return untried(unclear);
  const isHidden =
    resource.get && !(await foreignReach(trial, { resource, operation: resource.get }, context));
  if (isHidden !== true) return untried(unclear);
  const { names, ...instance } = await fixtures.make(trial, resource, { identity: owner });
  const name = recoded(String(names.at(-1)), session.freshNumber());
  const unknown = { ...instance, names: [...names.slice(0, -1), name] };
  await tried(trial, { resource, operation, instance: unknown, identity: other }, context);
  const usual = trial.exchanges.at(-1)?.answer;
  if (typeof usual !== "object" || !hidden.includes(usual.status)) return untried(unclear);
  violated(
    `the server answers ${operation.id} with ${told.status} for an item that is hidden from the caller, and with ${usual.status} for one that doesn't exist`,
    statuses(String(usual.status), told.status),
  );
}

/** A change that another identity is refused doesn't happen. */
async function untouched(
  trial: Trial,
  { resource, operation }: Reaching,
  context: CheckContext,
): Promise<void> {
  const { session, fixtures } = context;
  const [owner, other] = session.writers;
  if (operation.method === "GET" || resource.get === undefined) return;
  const instance = await fixtures.make(trial, resource, { identity: owner });
  const before = await readItem(trial, instance, context);
  await tried(trial, { resource, operation, instance, identity: other }, context);
  const { answer } = await getItem(trial, instance, context);
  if (answer.status === 404 || answer.status === 410)
    violated(`${operation.id} is refused to another identity, but the item is gone`);
  const difference = differenceText(settled(before), await readItem(trial, instance, context));
  if (difference !== undefined)
    violated(`${operation.id} is refused to another identity, but changes the item: ${difference}`);
}

interface Reaching {
  readonly resource: Resource;
  readonly operation: ApiOperation;
}

/** Whether the second identity reaches a new item of the first one. */
async function foreignReach(
  trial: Trial,
  { resource, operation }: Reaching,
  context: CheckContext,
): Promise<boolean | undefined> {
  const { session, fixtures } = context;
  const [owner, other] = session.writers;
  const instance = await fixtures.make(trial, resource, { identity: owner });
  return tried(trial, { resource, operation, instance, identity: other }, context);
}

/** Whether the second identity reaches a new item of its own: otherwise it may do nothing at all. */
async function ownReach(
  trial: Trial,
  { resource, operation }: Reaching,
  context: CheckContext,
): Promise<boolean | undefined> {
  const { session, fixtures } = context;
  const [, other] = session.writers;
  const instance = await fixtures.make(trial, resource, { identity: other });
  return tried(trial, { resource, operation, instance, identity: other }, context);
}

interface Attempt extends Reaching {
  readonly instance: ApiInstance;
  readonly identity: CheckContext["session"]["identity"];
}

/** Statuses by which an item is refused to somebody, or hidden. */
const hidden: readonly number[] = [401, 403, 404];

/** Whether an operation reaches an item; `undefined` if the answer doesn't tell. */
async function tried(trial: Trial, attempt: Attempt, context: CheckContext): Promise<boolean | undefined> {
  const { resource, operation, instance, identity } = attempt;
  const { names } = instance;
  const { fixtures } = context;
  if (operation === resource.list) {
    const list = { resource, list: operation, parents: listNames(instance), identity };
    try {
      const { found, isComplete } = await listedNames(trial, list, context);
      if (found.has(String(names.at(-1)))) return true;
      return isComplete ? false : undefined;
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
      const last = trial.exchanges.at(-1)?.answer;
      return typeof last === "object" && hidden.includes(last.status) ? false : undefined;
    }
  }
  const call = await fixtures.call(trial, operation, { names });
  const candidate = fixtures.learned.likeliest(operation);
  const type = fixtures.bodies.mediaType(operation);
  const isWritten = candidate !== undefined && type !== undefined;
  const value = isWritten ? await fixtures.filled(trial, operation, candidate) : undefined;
  const answer = await trial.call(
    operation,
    { ...call, ...(isWritten && { body: { type, value } }) },
    { identity },
  );
  // A PUT made an item of its own under the same name.
  if (operation.method === "PUT" && answer.status === 201) return false;
  if (isSuccess(answer)) return true;
  return hidden.includes(answer.status) ? false : undefined;
}
