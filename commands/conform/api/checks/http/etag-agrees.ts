import { isDeepStrictEqual } from "node:util";
import type { ApiOperation } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { type ApiAnswer, answerHeader, isSuccess } from "../../run/api-session.js";
import { itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import {
  type ApiCase,
  type ApiCheck,
  type CheckContext,
  demandSuccess,
  getItem,
  mustCase,
  untried,
  violated,
} from "../api-check.js";
import { creator } from "../items/lifecycle.js";
import { declaresAnswerHeader, itemChanges, observedChange } from "../items/observed-change.js";

/** All answers that show one state of an item have its ETag. */
export const etagAgrees: ApiCheck = {
  name: "etag-agrees",
  rule: "The answers of POST, PUT, PATCH, GET and HEAD that show the same state of an item have the same ETag (RFC 9110, section 8.8.3).",
  *cases(context) {
    for (const resource of context.session.resources) {
      const { get } = resource;
      const create = creator(resource);
      if (get === undefined) continue;
      if (create !== undefined)
        yield {
          id: `etag-agrees/${create.id}`,
          level: level(create, get),
          run: async (trial, own) => {
            const { names, answer } = await own.fixtures.make(trial, resource);
            if (answer === undefined) return untried(`needs an answer of ${create.id}`);
            await compareTags(trial, { resource, names, operation: create, answer }, own);
          },
        };
      yield {
        id: `etag-agrees/${get.id}/head`,
        level: level(get, get),
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.shared(trial, resource);
          const shown = await getItem(trial, { resource, names }, { fixtures });
          demandSuccess(shown.answer, get);
          const head = await getItem(trial, { resource, names }, { fixtures, method: "HEAD" });
          if (!isSuccess(head.answer)) return untried(`needs HEAD of ${get.path}`);
          const [tag, own] = [shown, head].map(({ answer }) => answerHeader(answer, "etag"));
          if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
          if (own !== undefined && opaque(own) !== opaque(tag))
            violated(`the server answers HEAD of ${get.path} with the ETag ${own}, and GET with ${tag}`);
        },
      };
    }
    for (const change of itemChanges(context)) {
      const { resource, operation } = change;
      if (resource.get === undefined) continue;
      yield {
        id: `etag-agrees/${change.id}`,
        level: level(operation, resource.get),
        run: async (trial, own) => {
          const { names, answer } = await observedChange(trial, change, own);
          await compareTags(trial, { resource, names, operation, answer }, own);
        },
      };
    }
  },
};

function level(operation: ApiOperation, get: ApiOperation): ApiCase["level"] {
  const isDeclared = declaresAnswerHeader(operation, "etag") && declaresAnswerHeader(get, "etag");
  return isDeclared ? "must" : "should";
}

interface Tagged {
  readonly resource: ApiResource;
  readonly names: readonly unknown[];
  readonly operation: ApiOperation;
  readonly answer: ApiAnswer;
}

async function compareTags(
  trial: Trial,
  { resource, names, operation, answer }: Tagged,
  { fixtures }: CheckContext,
): Promise<void> {
  const own = answerHeader(answer, "etag");
  if (own === undefined) return untried(`needs an ETag of ${operation.id}`);
  const { answer: shown, operation: get } = await getItem(trial, { resource, names }, { fixtures });
  demandSuccess(shown, get);
  const tag = answerHeader(shown, "etag");
  if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
  // Another representation may have another one.
  if (!isDeepStrictEqual(itemValue(answer.value, resource), itemValue(shown.value, resource)))
    return untried(`needs an answer of ${operation.id} with the item that ${get.id} shows`);
  if (opaque(own) !== opaque(tag))
    violated(
      `the server answers ${operation.id} with the ETag ${own.slice(0, 60)}, and ${get.id} of the same state with ${tag.slice(0, 60)}`,
    );
}

/** An action that changes an item changes its ETag. */
export const etagMoves: ApiCheck = {
  name: "etag-moves",
  rule: "An action that changes what an item shows changes its ETag (RFC 9110, section 8.8.1).",
  *cases(context) {
    for (const change of itemChanges(context)) {
      const { operation, resource, transition } = change;
      if (transition === undefined) continue;
      yield mustCase(`etag-moves/${change.id}`, async (trial, own) => {
        const { before, after, isChanged } = await observedChange(trial, change, own);
        if (before.tag === undefined) return untried(`needs an ETag of ${resource.get?.id ?? "GET"}`);
        if (!isChanged) return untried(`needs a change by ${operation.id}`);
        if (before.tag === after.tag)
          violated(`the ETag of ${resource.path} stays the same after ${operation.id} has changed the item`);
      });
    }
  },
};

/** Compression makes tags weak, and proxies add its name. */
function opaque(tag: string): string {
  return tag.replace(/^W\//, "").replace(/-(?:gzip|br|deflate)"$/, '"');
}
