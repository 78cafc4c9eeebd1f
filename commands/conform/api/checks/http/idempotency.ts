import { type ApiOperation, operationText, statusText } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, withBody } from "../../request/call-arguments.js";
import { isAsBefore, madeInstance } from "../../run/api-instance.js";
import { answerHeader, isRefusal, isSuccess } from "../../run/api-session.js";
import { ApiUntried, statuses } from "../../run/finding.js";
import { isIdempotencyKey } from "../../run/fixtures.js";
import { itemName, itemValue } from "../../run/item-names.js";
import type { Trial } from "../../run/trial.js";
import { type ApiCase, type ApiCheck, type CheckContext, untried, violated } from "../api-check.js";
import { differenceText } from "../items/lifecycle.js";
import { transitions } from "../states/transitions.js";

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
          const isNew = isSuccess(fresh) && !isAsBefore(operation, fresh);
          if (isNew && one !== undefined && String(three) === String(one))
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
      const text = `${operationText(operation)} ${String((key.place.value as { description?: unknown } | undefined)?.description ?? "")}`;
      for (const isChanged of [false, true])
        yield {
          id: `idempotency-key-answer/${operation.id}${isChanged ? "/changed" : ""}`,
          level: sameAnswer.test(text) ? "must" : "should",
          run: (trial, own) =>
            answeredAgain(trial, { operation, resource, keyName: key.name, isChanged }, own),
        };
      if (!saysKept(text))
        yield {
          id: `idempotency-key-failed/${operation.id}`,
          level: saysFree(text) ? "must" : "should",
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

/** Words by which the repetition of a request has the first one's answer. */
const sameAnswer =
  /\b(?:same|original|first|stored|earlier) (?:answer|response|result|reply)\b|\banswered as the first\b/i;

/** Whether the contract says that a key keeps the answer of a request that failed, too. */
function saysKept(text: string): boolean {
  return text
    .split(".")
    .some(
      (sentence) =>
        /\berrors?\b|\bfail/i.test(sentence) &&
        /\b(?:including|also|even|regardless|whether)\b/i.test(sentence),
    );
}

/** Whether the contract says that a request that fails leaves its key unused. */
function saysFree(text: string): boolean {
  return text
    .split(".")
    .some(
      (sentence) =>
        /\b(?:fails?|failed|refused|rejected|invalid)\b/i.test(sentence) &&
        /\b(?:doesn't|does not|don't|do not) (?:use|consume|count|store|remember)/i.test(sentence),
    );
}

interface Repetition {
  readonly operation: ApiOperation;
  readonly resource: ApiResource;
  readonly keyName: string;
  /** Whether the item is changed before the repetition. */
  readonly isChanged: boolean;
}

/** A repetition has the status, the `Location` and the content of the first answer. */
async function answeredAgain(
  trial: Trial,
  { operation, resource, keyName, isChanged }: Repetition,
  context: CheckContext,
): Promise<void> {
  const { fixtures } = context;
  const key = operation.declared.parameters.find(isIdempotencyKey);
  if (key === undefined) return untried("needs a key");
  const headers = { [keyName.toLowerCase()]: String(fixtures.freshKey(key)) };
  const { call, answer } = await fixtures.accepted(trial, operation, { headers });
  const instance = madeInstance(resource, call, answer);
  if (isChanged && (instance === undefined || !(await changed(trial, instance, context))))
    return untried(`needs a change of what ${operation.id} makes`);
  const again = await trial.call(operation, call, { headers });
  if (!isSuccess(again)) return untried(`needs a success of the repetition of ${operation.id}`);
  const [first, second] = [answer, again].map((each) => answerHeader(each, "location"));
  const difference = differenceText(answer.value, again.value);
  if (again.status !== answer.status)
    violated(
      `the server answers the repetition of a request of ${operation.id} with the same key with another status`,
      statuses(String(answer.status), again.status),
    );
  if (first !== second)
    violated(
      `the Location of the repetition of a request of ${operation.id} with the same key is another one: ${String(second)} instead of ${String(first)}`,
    );
  if (difference !== undefined)
    violated(
      `the answer to the repetition of a request of ${operation.id} with the same key is another one: ${difference}`,
    );
}

/** Changes an item by PATCH, PUT or an action; whether that succeeds. */
async function changed(
  trial: Trial,
  { names, resource }: NonNullable<ReturnType<typeof madeInstance>>,
  context: CheckContext,
): Promise<boolean> {
  const actions = transitions(resource, context).map(({ action }) => action);
  for (const change of [resource.patch, resource.put, ...actions]) {
    if (change === undefined) continue;
    try {
      await context.fixtures.accepted(trial, change, { names, isRich: true });
      return true;
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
    }
  }
  return false;
}
