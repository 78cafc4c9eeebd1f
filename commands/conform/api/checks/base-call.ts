import { type ApiOperation, writtenMedia } from "../contract/api-contract.js";
import type { CallArguments } from "../request/call-arguments.js";
import { ApiUntried } from "../run/finding.js";
import type { Trial } from "../run/trial.js";
import type { CheckContext } from "./api-check.js";

/** A valid call with fresh names, without sending it. */
export async function baseCall(
  trial: Trial,
  operation: ApiOperation,
  fixtures: CheckContext["fixtures"],
): Promise<CallArguments> {
  const call = await fixtures.call(trial, operation, { isFresh: isConsuming(operation, fixtures) });
  const candidate = fixtures.learned.likeliest(operation, true);
  const media = writtenMedia(operation);
  if (candidate === undefined || media === undefined) return call;
  return { ...call, body: { type: media.type, value: await fixtures.filled(trial, operation, candidate) } };
}

/** Whether a call of an operation may leave its item unfit for another one: deletions, and actions such as `/orders/{id}/cancel`. */
function isConsuming({ method, path }: ApiOperation, fixtures: CheckContext["fixtures"]): boolean {
  const resource = fixtures.resourceAt(path);
  if (resource === undefined) return false;
  return (
    method === "DELETE" ||
    (method === "POST" && path !== resource.path && !fixtures.isCreator({ method, path }))
  );
}

/** A call that the server accepts; `undefined` if it accepts none. */
export async function acceptedOrNot(
  trial: Trial,
  operation: ApiOperation,
  { fixtures }: CheckContext,
): Promise<CallArguments | undefined> {
  try {
    return (
      await fixtures.accepted(trial, operation, { isFresh: isConsuming(operation, fixtures), isRich: true })
    ).call;
  } catch (error) {
    if (error instanceof ApiUntried) return undefined;
    throw error;
  }
}
