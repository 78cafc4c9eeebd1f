import { below, childPlaces, type Place } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockSchemas } from "../contract/schemas.js";
import type { MockAnswer, MockFinding, MockRequest, RequestRefusal } from "../exchange.js";
import { acceptable, essence, type Preferences, readPreferences } from "../request/headers.js";
import { bodyMaker } from "./answer-body.js";
import { responseHeaders } from "./answer-headers.js";

/** How answers are made. */
export interface AnswerOptions {
  /** The same seed gives the same dynamic values. */
  readonly seed: string;
  /** Whether answers are dynamic unless a request says otherwise. */
  readonly dynamic: boolean;
}

/** An answer of the contract, or why there is none. */
type MadeAnswer =
  | { readonly kind: "answer"; readonly answer: MockAnswer; readonly findings: readonly MockFinding[] }
  | { readonly kind: "refused"; readonly refusal: RequestRefusal };

/** Makes the answers to requests that follow the contract. */
type AnswerMaker = (operation: MockOperation, request: MockRequest) => MadeAnswer;

/** Answers as the contract declares them; the same request gets the same answer. */
export function answerMaker(schemas: MockSchemas, { seed, dynamic }: AnswerOptions): AnswerMaker {
  const makeBody = bodyMaker(schemas);
  const makeHeaders = responseHeaders(schemas);
  const make: AnswerMaker = (operation, request) => {
    const asked = readPreferences(request.headers.prefer);
    if (asked.kind === "invalid")
      return { kind: "refused", refusal: { status: 400, code: "prefer-invalid", detail: asked.message } };
    const preferences = { dynamic, ...asked.preferences };
    const chosen = chooseResponse(operation, preferences.code);
    if ("detail" in chosen) return { kind: "refused", refusal: chosen };
    const { status, place } = chosen;
    const headers = [...makeHeaders(place), ...applied(asked.preferences)];
    const content = childPlaces(below(place, "content"));
    const hasNoBody = status === 204 || status === 205 || status === 304;
    if (content.length === 0 || hasNoBody)
      return { kind: "answer", answer: { status, headers, body: "" }, findings: [] };
    const types = content.map(([type]) => type);
    const [type] = acceptable(types, request.headers.accept);
    const media = content.find(([each]) => each === type)?.[1];
    if (type === undefined || media === undefined) return { kind: "refused", refusal: notAcceptable(types) };
    const sent = sentType(type, request.headers.accept);
    const varied = preferences.dynamic ? requestSeed(seed, request) : "";
    const made = makeBody({ media, type: sent, preferences, seed: varied });
    if (made.kind === "refused") return made;
    const answer = { status, headers: [["content-type", sent] as const, ...headers], body: made.body };
    return { kind: "answer", answer, findings: made.findings };
  };
  if (dynamic) return make;
  const plain = new WeakMap<MockOperation, MadeAnswer>();
  return (operation, request) => {
    const { prefer, accept = "*/*" } = request.headers;
    if (prefer !== undefined || accept !== "*/*") return make(operation, request);
    const before = plain.get(operation);
    if (before !== undefined) return before;
    const made = make(operation, request);
    // What is found is told once.
    if (made.kind === "answer") plain.set(operation, { ...made, findings: [] });
    return made;
  };
}

function requestSeed(seed: string, { method, target, body }: MockRequest): string {
  return [seed, method, target, Buffer.from(body).toString("latin1")].join("\n");
}

/** A declared range such as `image/*` becomes a type that the client asked for; what no header can have is a type of unknown bytes. */
function sentType(declared: string, accept = ""): string {
  if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(declared)) return "application/octet-stream";
  if (!declared.includes("*")) return declared;
  const asked = accept.split(",").map(essence);
  return (
    asked.find((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)) ??
    (declared.startsWith("text/") ? "text/plain" : "application/json")
  );
}

function notAcceptable(types: readonly string[]): RequestRefusal {
  const list = types.map((type) => `\`${type}\``).join(", ");
  const detail = `the operation answers with ${list}, none of which \`Accept\` allows`;
  return { status: 406, code: "not-acceptable", detail };
}

/** The preferences that were honoured (RFC 7240). */
function applied({ code, example, dynamic }: Preferences): MockAnswer["headers"] {
  const list: string[] = [];
  if (code !== undefined) list.push(`code=${code}`);
  if (example !== undefined) list.push(`example="${example.replaceAll(/[^\x20-\x7e]|["\\]/g, "")}"`);
  if (dynamic === true) list.push("dynamic=true");
  if (list.length === 0) return [];
  return [["preference-applied", list.join(", ")]];
}

/** A response of the contract, and the status with which it is sent. */
interface ChosenResponse {
  readonly status: number;
  /** `200`, `2XX` or `default`. */
  readonly declared: string;
  readonly place: Place;
}

/** The declared response for a status: the status itself, its class, or `default`. */
export function responseFor({ responses }: MockOperation, status: number): ChosenResponse | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of names) {
    const found = responses.find(([each]) => each === name);
    if (found !== undefined) return { status, declared: name.replace("DEFAULT", "default"), place: found[1] };
  }
  return undefined;
}

/**
 * The response to a request that follows the contract: that of the wanted status; else the lowest success, a redirect,
 * `default` as 200, or whatever is declared.
 */
function chooseResponse(operation: MockOperation, code: number | undefined): ChosenResponse | RequestRefusal {
  const names = operation.responses.map(([status]) => status);
  if (code !== undefined) {
    const detail = `the operation declares no response ${code}${names.length > 0 ? `; it has ${names.join(", ").toLowerCase()}` : ""}`;
    return responseFor(operation, code) ?? { status: 404, code: "response-unknown", detail };
  }
  const ranked = [...names].sort((a, b) => responseRank(a) - responseRank(b) || (a < b ? -1 : 1));
  const [best] = ranked;
  const status = best === undefined ? 200 : toStatus(best);
  const chosen = best === undefined ? undefined : operation.responses.find(([each]) => each === best);
  if (chosen === undefined)
    return { status: 500, code: "response-missing", detail: "the operation declares no response" };
  return { status, declared: chosen[0].replace("DEFAULT", "default"), place: chosen[1] };
}

function responseRank(name: string): number {
  const order = [/^2\d\d$/, /^2XX$/, /^3\d\d$/, /^3XX$/, /^DEFAULT$/, /^[45]/];
  const at = order.findIndex((pattern) => pattern.test(name));
  if (at === -1) return order.length;
  return at;
}

function toStatus(name: string): number {
  if (name === "DEFAULT") return 200;
  return Number(name.replace("XX", "00"));
}
