import type { ApiOperation } from "../contract/api-contract.js";
import { writtenMedia } from "../contract/api-contract.js";
import type { CallArguments } from "../request/call-arguments.js";
import type { ApiIdentity } from "../request/identity.js";
import { type ApiAnswer, isSuccess } from "./api-session.js";
import { ApiUntried } from "./finding.js";
import type { Learned } from "./learned.js";
import type { Trial } from "./trial.js";

/** A call that the server accepts. */
export interface AcceptedCall {
  readonly call: CallArguments;
  readonly answer: ApiAnswer;
}

/** What a call is tried with. */
interface CallTries {
  readonly call: CallArguments;
  readonly learned: Learned;
  readonly identity: ApiIdentity | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a body with all members is tried first. */
  readonly isRich: boolean;
  /** A new body like one of the candidates. */
  readonly fill: (value: unknown) => Promise<unknown>;
}

/** The server takes none of the bodies that were tried. */
export class ApiRefused extends ApiUntried {
  constructor(
    operation: ApiOperation,
    /** Of the last answer. */
    readonly status: number,
  ) {
    super(`needs a call of ${operation.id} that the server accepts; it answers ${status}`);
  }
}

/** Calls an operation with one body after another until the server accepts one. Throws `ApiRefused` if it takes none, and `ApiUntried`. */
export async function acceptedCall(
  trial: Trial,
  operation: ApiOperation,
  { call, learned, identity, headers, isRich, fill }: CallTries,
): Promise<AcceptedCall> {
  const candidates = learned.all(operation);
  const media = writtenMedia(operation);
  if (media === undefined || candidates.length === 0) {
    if (operation.declared.body?.required === true)
      throw new ApiUntried(`needs a body for ${operation.id} that the suite can write`);
    const answer = await trial.call(operation, call, { identity, headers });
    if (isSuccess(answer)) return { call, answer };
    throw new ApiRefused(operation, answer.status);
  }
  const first = learned.first(operation, isRich);
  const order = [...candidates.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  let last = 0;
  const wasShifted = learned.isShifted(operation);
  for (const index of order) {
    const candidate = candidates[index];
    for (let attempt = 0; candidate !== undefined && attempt < 2; attempt++) {
      const whole = { ...call, body: { type: media.type, value: await fill(candidate.value) } };
      const answer = await trial.call(operation, whole, { identity, headers });
      if (isSuccess(answer)) {
        learned.remember(operation, isRich, index);
        return { call: whole, answer };
      }
      last = answer.status;
      // A conflict may be one of names, or of times: other dates stay only if they help.
      const mayBeTime = last === 409 && attempt === 0 && operation.method === "POST";
      learned.shift(operation, wasShifted || mayBeTime);
      if (last !== 409) break;
    }
    if (last === 401 || last === 403) break;
  }
  throw new ApiRefused(operation, last);
}
