import { type ApiOperation, declaresStatus } from "../../contract/api-contract.js";
import { forgedIdentity, reschemedIdentity } from "../../request/identity.js";
import { type ApiInstance, listNames } from "../../run/api-instance.js";
import { answerHeader, isRefusal, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCheck,
  type CheckContext,
  getItem,
  mustCase,
  readItem,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { baseCall } from "../bodies/refused.js";
import { differenceText, isInner } from "../items/lifecycle.js";
import { settled } from "../items/same-content.js";
import { listedNames } from "../lists/listed-names.js";

/** Operations with security refuse requests without a credential. */
export const credentialMissing: ApiCheck = {
  name: "credential-missing",
  rule: "An operation whose security the contract declares refuses a request without a credential, with 401 or 403.",
  *cases({ contract, session }) {
    for (const operation of contract.operations) {
      if (!operation.isSecured) continue;
      yield mustCase(`credential-missing/${operation.id}`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: null,
        });
        if (isSuccess(answer))
          violated(`the server accepts a request of ${operation.id} without a credential`, {
            ...statuses("401 or 403", answer.status),
            isCertain: true,
          });
        if (answer.status === 403 && declaresStatus(operation, 401))
          violated(
            `the server answers a request of ${operation.id} without a credential with 403, and the contract declares 401 (RFC 9110, section 15.5.2)`,
            statuses("401", answer.status),
          );
        if (isRefusal(answer) && answer.status !== 401 && answer.status !== 403 && answer.status !== 404)
          violated(
            `the server looks at a request of ${operation.id} before its credential, which is missing`,
            { ...statuses("401 or 403", answer.status), level: "should" },
          );
      });
      const resource = session.resources.find(({ put, patch, remove }) =>
        [put, patch, remove].includes(operation),
      );
      if (resource?.get !== undefined && resource.create !== undefined)
        yield mustCase(`credential-missing/${operation.id}/effect`, async (trial, context) => {
          const { fixtures } = context;
          const instance = await fixtures.make(trial, resource);
          const before = await readItem(trial, instance, context);
          const path = await fixtures.call(trial, operation, { names: instance.names });
          const { body } = await baseCall(trial, operation, fixtures);
          await trial.call(operation, { ...path, ...(body !== undefined && { body }) }, { identity: null });
          const { answer } = await getItem(trial, instance, context);
          if (answer.status === 404 || answer.status === 410)
            violated(`the server carries out ${operation.id} without a credential: the item is gone`);
          const difference = differenceText(settled(before), await readItem(trial, instance, context));
          if (difference !== undefined)
            violated(`the server carries out ${operation.id} without a credential: ${difference}`);
        });
      yield shouldCase(`challenge/${operation.id}`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: null,
        });
        if (answer.status !== 401) return untried(`needs an answer 401 of ${operation.id}`);
        if (answerHeader(answer, "www-authenticate") === undefined)
          violated("the server answers 401 without WWW-Authenticate, which RFC 9110 demands");
      });
    }
  },
};

/** Changes of a token that was issued into others that weren't. */
const forgeries: Readonly<Record<string, (token: string) => string>> = {
  unknown: () => "oipkit-never-issued-this",
  changed: (token) => token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
  shortened: (token) => token.slice(0, -1) || "x",
  lengthened: (token) => `${token}A`,
  recased: (token) => (token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase()),
};

/** Operations with security refuse credentials that nobody issued. */
export const credentialForged: ApiCheck = {
  name: "credential-forged",
  rule: "A credential that was never issued is refused, one that differs from a valid one in a character, too.",
  *cases({ contract, session }) {
    const [identity] = session.identities;
    for (const operation of contract.operations) {
      if (!operation.isSecured) continue;
      for (const [name, change] of Object.entries(forgeries)) {
        yield mustCase(`credential-forged/${operation.id}/${name}`, async (trial, { fixtures }) => {
          if (identity === undefined) return untried("needs an identity");
          const forged = forgedIdentity(identity, change);
          // Base64 ignores some last bits, and names of schemes may not depend on case.
          if (name !== "unknown" && isDecodedEqual(identity.headers, forged.headers))
            return untried("needs a credential whose characters all count");
          const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
            identity: forged,
          });
          if (isSuccess(answer))
            violated(
              `the server accepts a request of ${operation.id} with a credential that was never issued (${name})`,
              { ...statuses("401 or 403", answer.status), isCertain: true },
            );
        });
      }
      const other = identity && reschemedIdentity(identity);
      if (other === undefined) continue;
      yield mustCase(`credential-forged/${operation.id}/scheme`, async (trial, { fixtures }) => {
        const answer = await trial.call(operation, await baseCall(trial, operation, fixtures), {
          identity: other,
        });
        if (isSuccess(answer))
          violated(
            `the server accepts a request of ${operation.id} with a token under another scheme`,
            statuses("401 or 403", answer.status),
          );
      });
    }
  },
};

type Headers = readonly (readonly [string, string])[];

function isDecodedEqual(one: Headers, other: Headers): boolean {
  const last = (headers: Headers): string =>
    headers
      .map(([, value]) => Buffer.from(value.split(/[ .]/).at(-1) ?? "", "base64").toString("latin1"))
      .join("\n");
  const isBase64 = one.every(([, value]) =>
    /^[A-Za-z0-9+/_-]{20,}=*$/.test(value.split(/[ .]/).at(-1) ?? ""),
  );
  return isBase64 && last(one) === last(other);
}

/** What one identity made is beyond another one's reach: the requests of the other on it, each with its outcome. */
export const foreign: ApiCheck = {
  name: "foreign",
  rule: "What one identity made, another one neither sees nor changes, as far as the API separates them at all.",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { create, get, put, patch, remove, list } = resource;
      if (create === undefined || !create.isSecured) continue;
      const inner = session.contract.operations.filter((each) => isInner(each, resource));
      for (const operation of [get, put, patch, remove, list, ...inner])
        if (operation !== undefined)
          yield mustCase(`foreign/${operation.id}`, (trial, context) =>
            reached(trial, { resource, operation, create }, context),
          );
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
  if (isReached === undefined)
    return untried(`needs an answer of ${operation.id} that tells whether another identity reaches an item`);
  if (!isReached) return untouched(trial, { resource, operation }, context);
  // Whether the API separates identities: some other operation doesn't reach what somebody else made.
  for (const check of [resource.get, resource.list, resource.remove, resource.put, resource.patch]) {
    if (check === undefined || check === operation) continue;
    // Who may read what others made, may not change it: no fault of reading.
    const isStronger = check.method !== "GET" && operation.method === "GET";
    if (isStronger || (await foreignReach(trial, { resource, operation: check }, context)) !== false)
      continue;
    if ((await ownReach(trial, { resource, operation: check }, context)) !== true) continue;
    violated(`${operation.id} reaches what another identity made by ${create.id}, which ${check.id} doesn't`);
  }
  // Who may read everything may not change it all: the second identity is somebody else, unless the user says otherwise.
  if (operation.method !== "GET" && context.session.options.isShared !== true)
    violated(
      `${operation.id} reaches what another identity made by ${create.id}, and so does every other operation (--shared, if they may)`,
    );
  return untried(
    `needs an API that separates identities: every operation on ${resource.path} reaches what another one made`,
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
