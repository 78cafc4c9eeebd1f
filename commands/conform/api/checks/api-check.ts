import type { Level } from "../../suite/suite.js";
import type { ApiContract, ApiOperation } from "../contract/api-contract.js";
import type { ApiInstance } from "../run/api-instance.js";
import { type ApiAnswer, type ApiSession, isSuccess } from "../run/api-session.js";
import { ApiUntried, ApiViolation } from "../run/finding.js";
import type { Fixtures } from "../run/fixtures.js";
import { itemValue } from "../run/item-names.js";
import type { CallOptions, Trial } from "../run/trial.js";

/** What a check works with. */
export interface CheckContext {
  readonly contract: ApiContract;
  readonly session: ApiSession;
  readonly fixtures: Fixtures;
}

/** One question to the server. */
export interface ApiCase {
  /** `<check>/<operation or path>/<detail>`; stable for a contract. */
  readonly id: string;
  readonly level: Level;
  /** Throws `ApiViolation` if the server is at fault, `ApiUntried` if nothing can be said. */
  run(trial: Trial, context: CheckContext): Promise<void>;
}

/** Cases of one kind. */
export interface ApiCheck {
  /** The first part of the ids of its cases. */
  readonly name: string;
  /** Whether a failure that doesn't happen again says nothing: other cases may have used up what a valid request needs. */
  readonly isRepeatable?: true;
  /** The rule, in one sentence. */
  readonly rule: string;
  /** The cases for the API of a context. Those that depend on what the server accepts ask it, by `trial`. */
  cases(context: CheckContext, trial: Trial): AsyncIterable<ApiCase> | Iterable<ApiCase>;
}

/** Ends a case: the server is at fault. */
export function violated(reason: string, more: Partial<ApiViolation["finding"]> = {}): never {
  throw new ApiViolation({ reason, ...more });
}

/** Ends a case: nothing can be said. */
export function untried(reason: string): never {
  throw new ApiUntried(reason);
}

/** Ends a case if an answer that it builds upon isn't a success. */
export function demandSuccess(answer: ApiAnswer, operation: ApiOperation): void {
  if (!isSuccess(answer)) untried(`needs a success of ${operation.id}, which answers ${answer.status}`);
}

/** The item as the server shows it. Throws `ApiUntried` if it doesn't. */
export async function readItem(
  trial: Trial,
  instance: ApiInstance,
  { fixtures }: CheckContext,
): Promise<Readonly<Record<string, unknown>>> {
  const { answer, operation } = await getItem(trial, instance, { fixtures });
  demandSuccess(answer, operation);
  const value = itemValue(answer.value, instance.resource);
  if (value === undefined) return untried(`needs an answer of ${operation.id} that is a JSON object`);
  return value;
}

/** The answer to a request for an item. Throws `ApiUntried` if the API has no such operation. */
export async function getItem(
  trial: Trial,
  { resource, names }: Pick<ApiInstance, "resource" | "names">,
  { fixtures, ...options }: CallOptions & { readonly fixtures: Fixtures },
): Promise<{ readonly answer: ApiAnswer; readonly operation: ApiOperation }> {
  const { get } = resource;
  if (get === undefined) return untried(`needs a GET of ${resource.path}`);
  const call = await fixtures.call(trial, get, { names });
  return { answer: await trial.call(get, call, options), operation: get };
}

/** A case of level `must`. */
export function mustCase(id: string, run: ApiCase["run"]): ApiCase {
  return { id, level: "must", run };
}

/** A case of level `should`. */
export function shouldCase(id: string, run: ApiCase["run"]): ApiCase {
  return { id, level: "should", run };
}
