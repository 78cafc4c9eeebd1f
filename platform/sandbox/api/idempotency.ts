import { createHash } from "node:crypto";
import type { Draft, PlatformCommand, Timer, View } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import type { ActionAnswer } from "./action.js";
import type { ApiRoute } from "./api-route.js";
import type { IdempotencyFacts, TokenClaims } from "./context.js";
import type { RequestContent } from "./request-content.js";

/** The timer after which an answer is forgotten. */
const idempotencyExpiry = "idempotency_expiry";

/** What happens when a timer of the API is due, by its name. */
export const apiTimerCommands: Readonly<Record<string, PlatformCommand<Timer, void>>> = {
  [idempotencyExpiry]: (draft, { id }) => draft.remove("idempotency", id),
};

const noKey: IdempotencyFacts = { replay: false };

/** What is known about a request's key: keys are those of a client, and of a person, so that nobody gets another one's answer. */
export function readIdempotency(
  view: View,
  route: ApiRoute,
  { claims, content }: { readonly claims: TokenClaims; readonly content: RequestContent },
): IdempotencyFacts {
  if (content.key === undefined || content.keyProblems.length > 0) return noKey;
  const id = `idem_${digest([claims.client, claims.person ?? "", content.key])}`;
  const fingerprint = digest([route.id, canonical(content.parameters), canonicalBody(content)]);
  const known = view.get("idempotency", id);
  return { id, fingerprint, known, replay: known?.fingerprint === fingerprint };
}

/** A command that is done once for each key. */
interface OnceInput {
  readonly id: string;
  readonly fingerprint: string;
  readonly application: string;
  readonly operation: string;
  /** When its answer is forgotten. */
  readonly forgetAt: Time;
  readonly command: (draft: Draft) => ActionAnswer;
}

/** The answer to a command with a key, and whether it was given before. */
type OnceAnswer =
  | { readonly kind: "answer"; readonly answer: ActionAnswer; readonly replay: boolean }
  /** The key was used for another request meanwhile. */
  | { readonly kind: "reused"; readonly operation: string };

/** Does a command and keeps its answer in the same transaction, or returns the answer that is kept. A refused command keeps nothing. */
export const once: PlatformCommand<OnceInput, OnceAnswer> = (draft, input) => {
  const { id, fingerprint, application, operation, forgetAt, command } = input;
  const known = draft.get("idempotency", id);
  if (known !== undefined) {
    if (known.fingerprint !== fingerprint) return { kind: "reused", operation: known.operation };
    return { kind: "answer", answer: { status: known.status, body: known.body }, replay: true };
  }
  const answer = command(draft);
  draft.put("idempotency", { id, application, operation, fingerprint, ...answer, createdAt: draft.now });
  draft.schedule({ name: idempotencyExpiry, kind: "idempotency", id, at: forgetAt });
  return { kind: "answer", answer, replay: false };
};

/** Lengths go before the parts, so that no two lists have the same digest. */
function digest(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part, "utf8");
  return hash.digest("base64url");
}

function canonicalBody({ body }: RequestContent): string {
  if (body.kind === "json") return canonical(body.value);
  return body.kind;
}

/** JSON with sorted members: the order of members makes no other request. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join()}}`;
}
