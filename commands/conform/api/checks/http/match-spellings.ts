import { type ApiOperation, declaresStatus, headerParameter } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { type CallArguments, withParameter } from "../../request/call-arguments.js";
import { type ApiAnswer, answerHeader, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  mustCase,
  shouldCase,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { snapshot } from "../items/observed-change.js";

/** A change of an item that takes a condition. */
interface ConditionalChange {
  readonly resource: ApiResource;
  readonly change: ApiOperation;
}

/** How an item's own ETag may be named, so that the change is carried out. */
const spellings: Readonly<Record<string, (tag: string) => string>> = {
  any: () => "*",
  list: (tag) => `"oipkit-other", ${tag}`,
  first: (tag) => `${tag},"oipkit-other"`,
};

/** The spellings of `If-Match`. */
export const matchSpellings: ApiCheck = {
  name: "match-spellings",
  rule: "If-Match is compared strongly, with each ETag of a list, and `*` is any (RFC 9110, section 13.1.1); where 428 is declared, it is needed.",
  *cases(context) {
    for (const { resource, change } of conditionalChanges(context)) {
      for (const [name, spelling] of Object.entries(spellings))
        yield mustCase(`match-spellings/${change.id}/${name}`, async (trial, own) => {
          const answer = await conditional(trial, { resource, change, condition: spelling }, own);
          if (isSuccess(answer)) return;
          if (answer.status !== 412)
            return untried(`needs a call of ${change.id} that the server takes or refuses with 412`);
          // With the tag alone it must be fine, or the refusal says nothing.
          const control = await conditional(trial, { resource, change, condition: (tag) => tag }, own);
          if (!isSuccess(control)) return untried(`needs a call of ${change.id} that the server accepts`);
          violated(
            `the server refuses ${change.id} with If-Match \`${spelling('"…"')}\`, which names the item's ETag`,
            statuses("a success", answer.status),
          );
        });
      yield shouldCase(`match-spellings/${change.id}/weak`, async (trial, own) => {
        const condition = (tag: string): string =>
          tag.startsWith("W/") ? untried("needs a strong ETag") : `W/${tag}`;
        const answer = await conditional(trial, { resource, change, condition }, own);
        if (isSuccess(answer))
          violated(
            `the server takes a weak ETag in If-Match of ${change.id} for the item's strong one`,
            statuses("412", answer.status),
          );
      });
      if (!declaresStatus(change, 428)) continue;
      yield mustCase(`match-spellings/${change.id}/missing`, async (trial, own) => {
        const answer = await conditional(trial, { resource, change, condition: () => undefined }, own);
        if (isSuccess(answer))
          violated(
            `the server carries out ${change.id} without If-Match, and the contract declares 428`,
            statuses("428", answer.status),
          );
        if (answer.status !== 428)
          violated(`the server refuses ${change.id} without If-Match by another status`, {
            ...statuses("428", answer.status),
            level: "should",
          });
      });
    }
  },
};

function* conditionalChanges({ session }: CheckContext): Generator<ConditionalChange> {
  for (const resource of session.resources) {
    if (resource.get === undefined || creator(resource) === undefined) continue;
    for (const change of [resource.put, resource.patch, resource.remove])
      if (change !== undefined && headerParameter(change, "if-match") !== undefined)
        yield { resource, change };
  }
}

interface Condition extends ConditionalChange {
  /** Made of the item's ETag; `undefined` for none. */
  readonly condition: (tag: string) => string | undefined;
}

/** Changes or deletes a new item with a condition. Throws `ApiUntried` if it has no ETag. */
async function conditional(
  trial: Trial,
  { resource, change, condition }: Condition,
  context: CheckContext,
): Promise<ApiAnswer> {
  const { fixtures } = context;
  const { names } = await fixtures.make(trial, resource);
  const { tag } = await snapshot(trial, { resource, names }, context);
  if (tag === undefined) return untried(`needs an ETag of ${resource.path}`);
  const header = condition(tag);
  const call = await changing(trial, { change, names }, context);
  const parameter = headerParameter(change, "if-match");
  const bare = parameter === undefined ? call : withParameter(call, parameter, undefined);
  return trial.call(change, bare, header === undefined ? {} : { headers: { "if-match": header } });
}

async function changing(
  trial: Trial,
  { change, names }: { readonly change: ApiOperation; readonly names: readonly unknown[] },
  { fixtures }: CheckContext,
): Promise<CallArguments> {
  const path = await fixtures.call(trial, change, { names });
  const candidate = fixtures.learned.likeliest(change);
  const type = fixtures.bodies.mediaType(change);
  if (candidate === undefined || type === undefined) return path;
  return {
    ...path,
    body: { type, value: await fixtures.filled(trial, change, { value: candidate.value, names }) },
  };
}

/** HEAD heeds `If-None-Match` as GET does. */
export const headUnchanged: ApiCheck = {
  name: "head-none-match",
  rule: "HEAD is answered 304 to If-None-Match where GET is (RFC 9110, section 13.1.2).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get } = resource;
      if (get === undefined) continue;
      const level: ApiCase["level"] = declaresStatus(get, 304) ? "must" : "should";
      yield {
        id: `head-none-match/${get.id}`,
        level,
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.shared(trial, resource);
          const call = await fixtures.call(trial, get, { names });
          const first = await trial.call(get, call);
          const tag = answerHeader(first, "etag");
          if (!isSuccess(first) || tag === undefined) return untried(`needs an ETag of ${get.id}`);
          const headers = { "if-none-match": tag };
          const shown = await trial.call(get, call, { headers });
          if (shown.status !== 304) return untried(`needs an answer 304 of ${get.id}`);
          const plain = await trial.call(get, call, { method: "HEAD" });
          if (!isSuccess(plain)) return untried(`needs HEAD of ${get.path}`);
          const head = await trial.call(get, call, { method: "HEAD", headers });
          if (head.status !== 304)
            violated(
              `the server answers If-None-Match of HEAD of ${get.path} otherwise than that of GET`,
              statuses("304", head.status),
            );
        },
      };
    }
  },
};
