import type { ApiOperation } from "../../contract/api-contract.js";
import type { ApiAnswer } from "../../run/api-session.js";
import type { Trial } from "../../run/trial.js";
import type { CheckContext } from "../api-check.js";
import { baseCall } from "../base-call.js";
import { invalidCalls } from "./invalid-calls.js";

/** A refusal of a valid request. */
interface Refusal {
  readonly operation: ApiOperation;
  readonly answer: ApiAnswer;
}

/**
 * Whether a refusal is about a rule of the server's own, which no contract can say: it is 422, and the server answers a request that
 * breaks the contract with 400.
 */
export async function isOwnRule(
  trial: Trial,
  { operation, answer }: Refusal,
  context: CheckContext,
): Promise<boolean> {
  if (answer.status !== 422) return false;
  const call = await baseCall(trial, operation, context.fixtures);
  const calls = await invalidCalls(operation, call, context);
  const invalid = calls.filter(({ level, detail }) => level === "must" && detail.startsWith("body/"));
  // A member that is wrong may meet the server's own rule, and a missing body may be another error, so that several are tried.
  for (const each of invalid.slice(0, mostTried))
    if ((await trial.call(operation, each.change(call))).status === 400) return true;
  return false;
}

/** Invalid bodies that are sent. */
const mostTried = 3;
