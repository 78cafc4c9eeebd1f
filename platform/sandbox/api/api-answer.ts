import type { SandboxApi } from "../generated/schemas.js";
import { operations } from "../generated/validators/platform.operations.js";
import type { DenialCode } from "./checks/check.js";
import type { RequestProblem } from "./request-content.js";

/** An answer of the API before it is written. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The answer to a denied request. */
export function denialAnswer(
  { denials }: SandboxApi,
  code: DenialCode,
  { requestId, reason, violations, headers }: DenialDetails,
): ApiAnswer {
  const { status, message } = denials[code];
  const challenge = status === 401 ? { "www-authenticate": bearerChallenge(code) } : undefined;
  return {
    status,
    body: {
      code,
      message: reason === undefined ? message : `${message} ${reason}`,
      request_id: requestId,
      ...(violations !== undefined && { violations }),
    },
    headers: { ...challenge, ...headers },
  };
}

/** What a denial says besides its code. */
interface DenialDetails {
  readonly requestId: string;
  /** A sentence that says more than the message. */
  readonly reason?: string | undefined;
  readonly violations?: readonly RequestProblem[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** RFC 6750, section 3. */
function bearerChallenge(code: DenialCode): string {
  if (code === "token-missing") return "Bearer";
  return 'Bearer error="invalid_token"';
}

/** Why an answer of ours breaks the contract, without any of its values; `undefined` if it doesn't. */
export function answerProblem(operation: string, { status, body }: ApiAnswer): string | undefined {
  const answers = operations[operation]?.answers;
  const byMedia = answers?.[String(status)] ?? answers?.default;
  if (byMedia === undefined || (status < 400 && answers?.[String(status)] === undefined))
    return `the contract has no answer ${status}`;
  const violations = byMedia["application/json"]?.(body) ?? [];
  if (violations.length === 0) return undefined;
  const places = violations.slice(0, 5).map(({ code, pointer }) => `${code} at ${pointer || "/"}`);
  return `the answer ${status} breaks the contract: ${places.join(", ")}`;
}

/** Writes an answer. Nobody may store it: what a caller may see can change at any time. */
export function answerResponse(
  answer: ApiAnswer,
  { header, requestId }: { readonly header: string; readonly requestId: string },
): Response {
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...answer.headers,
      [header]: requestId,
    },
  });
}
