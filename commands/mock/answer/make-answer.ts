import { below, entriesOf, keyOf, type Place } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockSchemas } from "../contract/schemas.js";
import type { MockAnswer, MockFinding, MockRequest } from "../exchange.js";
import type { Refusal } from "../problem.js";
import { acceptable } from "../request/accept.js";
import { essence } from "../request/media-type.js";
import { type Preferences, readPreferences } from "../request/prefer.js";
import { bodyMaker } from "./answer-body.js";
import { answerHeaders } from "./answer-headers.js";
import { chooseResponse } from "./choose-response.js";

/** How answers are made. */
export interface AnswerOptions {
  /** The same seed gives the same dynamic values. */
  readonly seed: string;
  /** Whether answers are dynamic unless a request says otherwise. */
  readonly dynamic: boolean;
}

/** An answer of the contract, or why there is none. */
export type MadeAnswer =
  | { readonly kind: "answer"; readonly answer: MockAnswer; readonly findings: readonly MockFinding[] }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Makes the answers to requests that follow the contract. */
export type AnswerMaker = (operation: MockOperation, request: MockRequest) => MadeAnswer;

/** Answers as the contract declares them; the same request gets the same answer. */
export function answerMaker(schemas: MockSchemas, { seed, dynamic }: AnswerOptions): AnswerMaker {
  const bodyOf = bodyMaker(schemas);
  const known = new Map<string, MockAnswer["headers"]>();
  const headersOf = (response: Place): MockAnswer["headers"] => {
    const key = keyOf(response);
    const made = known.get(key) ?? answerHeaders(schemas, response);
    known.set(key, made);
    return made;
  };
  return (operation, request) => {
    const asked = readPreferences(request.headers.prefer);
    if (asked.kind === "invalid")
      return { kind: "refused", refusal: { status: 400, code: "prefer-invalid", detail: asked.message } };
    const preferences = { dynamic, ...asked.preferences };
    const chosen = chooseResponse(operation, preferences.code);
    if ("detail" in chosen) return { kind: "refused", refusal: chosen };
    const { status, place } = chosen;
    const headers = [...headersOf(place), ...applied(asked.preferences)];
    const content = entriesOf(below(place, "content"));
    const hasNoBody = status < 200 || status === 204 || status === 205 || status === 304;
    if (content.length === 0 || hasNoBody)
      return { kind: "answer", answer: { status, headers, body: "" }, findings: [] };
    const types = content.map(([type]) => type);
    const [type] = acceptable(types, request.headers.accept);
    const media = content.find(([each]) => each === type)?.[1];
    if (type === undefined || media === undefined) return { kind: "refused", refusal: notAcceptable(types) };
    const sent = sentType(type, request.headers.accept);
    const varied = preferences.dynamic ? seedOf(seed, request) : "";
    const made = bodyOf({ media, type: sent, preferences, seed: varied });
    if (made.kind === "refused") return made;
    const answer = { status, headers: [["content-type", sent] as const, ...headers], body: made.body };
    return { kind: "answer", answer, findings: made.findings };
  };
}

function seedOf(seed: string, { method, target, body }: MockRequest): string {
  return [seed, method, target, Buffer.from(body).toString("latin1")].join("\n");
}

/** A declared range such as `image/*` becomes a type that the client asked for. */
function sentType(declared: string, accept = ""): string {
  if (!declared.includes("*")) return declared;
  const asked = accept.split(",").map(essence);
  return (
    asked.find((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)) ??
    (declared.startsWith("text/") ? "text/plain" : "application/json")
  );
}

function notAcceptable(types: readonly string[]): Refusal {
  const list = types.map((type) => `\`${type}\``).join(", ");
  const detail = `the operation answers with ${list}, none of which \`Accept\` allows`;
  return { status: 406, code: "not-acceptable", detail };
}

/** The preferences that were honoured (RFC 7240). */
function applied({ code, example, dynamic }: Preferences): MockAnswer["headers"] {
  const list = [
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(example === undefined ? [] : [`example="${example.replaceAll(/[^\x20-\x7e]|["\\]/g, "")}"`]),
    ...(dynamic === true ? ["dynamic=true"] : []),
  ];
  return list.length === 0 ? [] : [["preference-applied", list.join(", ")]];
}
