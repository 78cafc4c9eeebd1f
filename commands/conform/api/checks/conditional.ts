import { type ApiOperation, declaresStatus, headerParameter, statusText } from "../contract/api-contract.js";
import { bodyValue, withBody } from "../request/call-arguments.js";
import { answerHeader, isRefusal, isSuccess } from "../run/api-session.js";
import { statuses } from "../run/finding.js";
import { isIdempotencyKey } from "../run/fixtures.js";
import { itemName, itemValue } from "../run/item-names.js";
import {
  type ApiCase,
  type ApiCheck,
  demandSuccess,
  getItem,
  readItem,
  untried,
  violated,
} from "./api-check.js";
import { creator, differenceText } from "./lifecycle.js";
import { settled } from "./same-content.js";

/** Requests with conditions: on ETags that the server sends. */
export const conditional: ApiCheck = {
  name: "if-none-match",
  rule: "A request with a condition about an ETag is answered by it (RFC 9110, section 13).",
  *cases({ session }) {
    for (const resource of session.resources) {
      const { get, put, patch } = resource;
      if (get === undefined) continue;
      const isDeclared = declaresStatus(get, 304);
      yield {
        id: `if-none-match/${get.id}`,
        level: isDeclared ? "must" : "should",
        run: async (trial, { fixtures }) => {
          const { names } = await fixtures.shared(trial, resource);
          const first = await getItem(trial, { resource, names }, { fixtures });
          demandSuccess(first.answer, get);
          const tag = answerHeader(first.answer, "etag");
          if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
          if (!/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag))
            violated(
              `the ETag of ${get.id} isn't within quotation marks, as RFC 9110 demands: ${tag.slice(0, 60)}`,
            );
          const headers = { "if-none-match": tag };
          const { answer } = await getItem(trial, { resource, names }, { fixtures, headers });
          if (answer.status !== 304)
            violated(
              `the server ignores If-None-Match with the ETag of ${get.id}`,
              statuses("304", answer.status),
            );
          if (answer.body.length > 0) violated(`the server sends a body with 304 of ${get.id}`);
          const other = await getItem(
            trial,
            { resource, names },
            { fixtures, headers: { "if-none-match": '"oipkit-other"' } },
          );
          if (other.answer.status === 304)
            violated(`the server answers 304 to If-None-Match with another ETag than that of ${get.id}`);
        },
      };
      for (const change of [put, patch]) {
        if (change === undefined || creator(resource) === undefined) continue;
        const takesMatch = headerParameter(change, "if-match") !== undefined;
        const level = takesMatch || declaresStatus(change, 412) ? "must" : "should";
        yield {
          id: `if-match/${change.id}`,
          level,
          run: async (trial, context) => {
            const { fixtures } = context;
            const instance = await fixtures.make(trial, resource);
            const { answer } = await getItem(trial, instance, { fixtures });
            const tag = answerHeader(answer, "etag");
            if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
            const before = await readItem(trial, instance, context);
            const { call } = await fixtures.accepted(trial, change, {
              names: instance.names,
              headers: { "if-match": tag },
            });
            const changed = await readItem(trial, instance, context);
            const other = fixtures.bodies.renamed(change, call);
            const rich = fixtures.learned.likeliest(change, true);
            const full = rich && (await fixtures.filled(trial, change, { ...rich, names: instance.names }));
            // A body that the server has taken, and one that changes as much as possible.
            for (const [stale, body] of [
              ['"oipkit-other"', other],
              [tag, other],
              [tag, full === undefined ? other : withBody(call, full)],
            ] as const) {
              if (stale === tag && differenceText(settled(before), changed) === undefined) continue;
              const again = await trial.call(change, body, { headers: { "if-match": stale } });
              if (isSuccess(again))
                violated(
                  `the server ignores If-Match with ${stale === tag ? "the ETag of an earlier state" : "another ETag"} in a request of ${change.id}`,
                  statuses("412", again.status),
                );
              const effect = differenceText(settled(changed), await readItem(trial, instance, context));
              if (effect !== undefined)
                violated(`the server refuses ${change.id} by its If-Match, and carries it out: ${effect}`);
            }
          },
        };
        yield {
          id: `etag-changes/${change.id}`,
          level: "must",
          run: async (trial, context) => {
            const { fixtures } = context;
            const instance = await fixtures.make(trial, resource);
            const first = (await getItem(trial, instance, { fixtures })).answer;
            const tag = answerHeader(first, "etag");
            if (tag === undefined) return untried(`needs an ETag of ${get.id}`);
            await fixtures.accepted(trial, change, {
              names: instance.names,
              isRich: true,
              headers: { "if-match": tag },
            });
            const second = (await getItem(trial, instance, { fixtures })).answer;
            if (differenceText(first.value, second.value) === undefined)
              return untried(`needs a change by ${change.id}`);
            if (answerHeader(second, "etag") === tag)
              violated(`the ETag of ${get.id} stays the same after ${change.id} has changed the item`);
          },
        };
      }
    }
  },
};

/** `must` if the contract says that a key with another body is refused. */
function keyLevel(operation: ApiOperation): ApiCase["level"] {
  const says = [409, 422].some((status) => {
    const text = statusText(operation, status);
    return /\bkeys?\b/i.test(text) && /\b(?:other|another|different|reused|used)\b/i.test(text);
  });
  return says ? "must" : "should";
}

/** Requests with the same key have the effect of one. */
export const idempotencyKey: ApiCheck = {
  name: "idempotency-key",
  rule: "A request that is repeated with the same Idempotency-Key has the effect of one.",
  *cases({ contract, session }) {
    for (const operation of contract.operations) {
      const key = operation.declared.parameters.find(isIdempotencyKey);
      const resource = session.resources.find(({ create }) => create === operation);
      if (key === undefined || resource === undefined) continue;
      yield {
        id: `idempotency-key/${operation.id}`,
        level: "must",
        run: async (trial, { fixtures }) => {
          const headers = { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) };
          const { call, answer } = await fixtures.accepted(trial, operation, { headers });
          const again = await trial.call(operation, call, { headers });
          const [one, two] = [answer, again].map(({ value }) =>
            itemName(itemValue(value, resource), resource),
          );
          if (!isSuccess(again)) {
            // A conflict says that the first one had the effect.
            if (again.status === 409 || again.status === 422) return;
            violated(
              `the server refuses the repetition of a request of ${operation.id} with the same key`,
              statuses(String(answer.status), again.status),
            );
          }
          if (one !== undefined && two !== undefined && String(one) !== String(two))
            violated(
              `the server makes two items of a request of ${operation.id} that is repeated with the same key: ${one} and ${two}`,
            );
          const fresh = await trial.call(operation, fixtures.bodies.renamed(operation, call), {
            headers: { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) },
          });
          const three = itemName(itemValue(fresh.value, resource), resource);
          if (isSuccess(fresh) && one !== undefined && String(three) === String(one))
            violated(
              `the server answers a request of ${operation.id} with another key as if it were the same`,
            );
        },
      };
      yield {
        id: `idempotency-key-foreign/${operation.id}`,
        level: "must",
        run: async (trial, { fixtures, session: { writers } }) => {
          const [owner, other] = writers;
          if (owner === undefined || other === undefined) return untried("needs another identity");
          const headers = { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) };
          const { answer } = await fixtures.accepted(trial, operation, { headers, identity: owner });
          const { call } = await fixtures.accepted(trial, operation, { identity: other });
          const own = fixtures.bodies.renamed(operation, call);
          const again = await trial.call(operation, own, { headers, identity: other });
          const [one, two] = [answer, again].map(({ value }) =>
            itemName(itemValue(value, resource), resource),
          );
          if (isSuccess(again) && one !== undefined && String(one) === String(two))
            violated(
              `the server answers a request of ${operation.id} with what another identity made with the same Idempotency-Key`,
              { isCertain: true },
            );
          if (!isRefusal(again)) return;
          const fresh = { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) };
          if (isSuccess(await trial.call(operation, own, { headers: fresh, identity: other })))
            violated(
              `the server refuses an Idempotency-Key of ${operation.id} that another identity has used, and takes the same request with another key`,
              statuses("a success", again.status),
            );
        },
      };
      yield {
        id: `idempotency-key-failed/${operation.id}`,
        level: "should",
        run: async (trial, { fixtures }) => {
          const headers = { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) };
          const { call } = await fixtures.accepted(trial, operation);
          const wrong = fixtures.bodies.withUnknownReference(operation, bodyValue(call))?.body ?? {};
          const refusal = await trial.call(operation, withBody(call, wrong), { headers });
          if (!isRefusal(refusal)) return untried(`needs a refusal of a wrong body of ${operation.id}`);
          const fresh = fixtures.bodies.renamed(operation, call);
          const again = await trial.call(operation, fresh, { headers });
          if (
            isRefusal(again) &&
            isSuccess(
              await trial.call(operation, fresh, {
                headers: { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) },
              }),
            )
          )
            violated(
              `the server refuses an Idempotency-Key of ${operation.id} whose first request it has refused as invalid`,
              statuses("a success", again.status),
            );
        },
      };
      yield {
        id: `idempotency-key-reused/${operation.id}`,
        level: keyLevel(operation),
        run: async (trial, { fixtures }) => {
          const headers = { [key.name.toLowerCase()]: String(fixtures.freshKey(key)) };
          const { call } = await fixtures.accepted(trial, operation, { headers });
          const first = await trial.call(operation, call, { headers });
          const again = await trial.call(operation, fixtures.bodies.renamed(operation, call), { headers });
          const [one, two] = [first, again].map(({ value }) =>
            itemName(itemValue(value, resource), resource),
          );
          if (isSuccess(again) && keyLevel(operation) === "must")
            violated(
              `the server accepts an Idempotency-Key of ${operation.id} again with another body, and the contract declares a refusal for it`,
              { ...statuses("409 or 422", again.status) },
            );
          // The first answer again is a fair answer, too.
          if (isSuccess(again) && one !== undefined && String(one) !== String(two))
            violated(
              `the server accepts an Idempotency-Key of ${operation.id} again with another body`,
              statuses("409 or 422", again.status),
            );
        },
      };
    }
  },
};
