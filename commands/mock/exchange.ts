import { toPointer } from "@oipkit/runtime/json-pointer";
import { exactNumbersIn } from "../../reader/documents/exact-number.js";
import { json } from "../../reader/text/json.js";
import type { Violation } from "../../reader/validation/violation.js";
import type { OutgoingRequest, UnsentRequest } from "./outgoing/outgoing-request.js";

/** A request as it arrived. */
export interface MockRequest {
  readonly method: string;
  /** Path and query as sent: still percent-encoded. */
  readonly target: string;
  /** By name in lower case; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An answer to send. */
export interface MockAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Where in a request or an answer a finding is. */
export type RequestPart = "path" | "query" | "header" | "cookie" | "body" | "status" | "security";

/** Something in a request or an answer that differs from the contract. */
export interface MockFinding {
  readonly side: "request" | "answer";
  /** As from `oipkit validate`, such as `required`; docs/reference/mock.md has the others. */
  readonly code: string;
  readonly in: RequestPart;
  /** The parameter, header or security scheme. */
  readonly name?: string;
  /** JSON Pointer (RFC 6901) in the part's value; empty for the value itself. */
  readonly pointer: string;
  /** A sentence without a full stop. */
  readonly message: string;
  /** What to do. */
  readonly help: string;
  /** A `should` of the contract is broken, not a `must`: nothing is refused. */
  readonly level?: "warning";
  /** Where in the contract: `<document>#<JSON Pointer>`. */
  readonly schemaPointer?: string;
  readonly clause?: string;
}

/** An answer, and what was found on the way to it. */
export interface MockExchange {
  readonly answer: MockAnswer;
  /** The `operationId`, or method and path; absent if no operation was found. */
  readonly operation: string | undefined;
  readonly findings: readonly MockFinding[];
  /** What the API sends after the answer. */
  readonly callbacks?: readonly (OutgoingRequest | UnsentRequest)[];
}

/** Answers requests. Never rejects because of a request. */
export type Answering = (request: MockRequest) => Promise<MockExchange>;

/** Why a request isn't answered as the contract says. */
export interface RequestRefusal {
  readonly status: number;
  /** Stable; docs/reference/mock.md lists them. */
  readonly code: string;
  /** A sentence without a full stop. */
  readonly detail: string;
  readonly headers?: MockAnswer["headers"];
  readonly findings?: readonly MockFinding[];
}

/** Most findings in an answer. */
const mostFindings = 100;

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  500: "Internal Server Error",
  502: "Bad Gateway",
  504: "Gateway Timeout",
};

/** The media type of problem documents. */
export const problemType = "application/problem+json";

/** The members of a problem document (RFC 9457) about a refusal. */
export function problemMembers(refusal: RequestRefusal): object {
  const { findings } = refusal;
  const head = problemHead(refusal);
  if (findings === undefined) return head;
  return { ...head, findings: findings.slice(0, mostFindings).map(shown) };
}

function problemHead({ status, code, detail }: RequestRefusal): object {
  return { type: "about:blank", title: titles[status] ?? "Refused", status, code, detail };
}

/** A refusal as a problem document. */
export function problemAnswer(refusal: RequestRefusal): MockAnswer {
  const { status, headers = [], findings } = refusal;
  let body = json(problemHead(refusal));
  if (findings !== undefined) {
    const list = findings.slice(0, mostFindings).map(findingJson).join(",");
    body = `${body.slice(0, -1)},"findings":[${list}]}`;
  }
  return { status, headers: [["content-type", problemType], ...headers], body: `${body}\n` };
}

const knownJson = new WeakMap<MockFinding, string>();

/** A finding as an object of JSON, without its side: the same text in an answer and on the terminal, made once. */
export function findingJson(finding: MockFinding): string {
  const known = knownJson.get(finding);
  if (known !== undefined) return known;
  const text = json(shown(finding));
  knownJson.set(finding, text);
  return text;
}

/** A finding as data: without what its place in an answer says already. */
function shown({ side: _side, ...finding }: MockFinding): object {
  return finding;
}

/** Where something was found. */
export interface FindingPlace {
  readonly side: MockFinding["side"];
  readonly in: RequestPart;
  readonly name?: string;
}

/** A finding that no schema makes. */
export function finding(
  place: FindingPlace,
  { code, message, help }: { readonly code: string; readonly message: string; readonly help: string },
): MockFinding {
  return findingAt(place, { code, pointer: "", message, help });
}

/** The spread is the last member, since V8 is slow with members after one. */
function findingAt(
  { side, in: part, name }: FindingPlace,
  rest: Omit<MockFinding, keyof FindingPlace>,
): MockFinding {
  if (name === undefined) return { side, in: part, ...rest };
  return { side, in: part, name, ...rest };
}

/** The findings of a validator, as `oipkit validate` has them. */
export function mockFindings(place: FindingPlace, violations: readonly Violation[]): readonly MockFinding[] {
  return violations.map(({ code, pointer, message, schemaPointer, clause, level }) =>
    findingAt(place, {
      code,
      pointer,
      message: pointer === "" ? message.replace(/^the document(?= )/, () => placeSubject(place)) : message,
      help: violationHelp(place.side, code, message),
      ...(level !== undefined && { level: "warning" as const }),
      ...(schemaPointer !== undefined && { schemaPointer }),
      ...(clause !== undefined && { clause }),
    }),
  );
}

function violationHelp(side: MockFinding["side"], code: string, message: string): string {
  if (code === "one-of" && message.endsWith("only one alternative may match"))
    return "The alternatives overlap: make them differ in the contract, for example by a constant in each.";
  return `Fix the ${side}, or the contract if the ${side} is right.`;
}

/** What a value is called that isn't a document of its own. */
function placeSubject({ side, in: part, name }: FindingPlace): string {
  if (part === "body" && side === "request") return "the body";
  if (part === "body") return "the answer's body";
  const noun = part === "header" || part === "cookie" ? part : `${part} parameter`;
  return `the ${noun} \`${name ?? ""}\``;
}

/** A schema that can't be compiled: nothing is checked by it. */
export function unusable(place: FindingPlace, cause: Error): MockFinding {
  return {
    ...finding(place, {
      code: "schema-unusable",
      message: `isn't checked, since its schema can't be compiled: ${cause.message.split("\n", 1)[0]}`,
      help: "Fix the schema in the contract.",
    }),
    level: "warning",
  };
}

/** A body of a media type that isn't read, though its schema says something about it. */
export function unread(place: FindingPlace, type: string): MockFinding {
  return {
    ...finding(place, {
      code: "body-unchecked",
      message: `isn't checked, since nothing reads \`${type}\``,
      help: "Check it in a test of your own, or describe it as JSON.",
    }),
    level: "warning",
  };
}

/** A body that isn't checked; `why` is the end of a sentence. */
export function unchecked(place: FindingPlace, why: string): MockFinding {
  return {
    ...finding(place, {
      code: "body-unchecked",
      message: `the body isn't checked, since ${why}`,
      help: "Check it in a test of your own.",
    }),
    level: "warning",
  };
}

/** A warning of what the contract marks as deprecated; `subject` begins a sentence. */
export function deprecated(place: FindingPlace, subject: string): MockFinding {
  const message = `${subject} is deprecated`;
  const help = "Look in the contract for what replaces it.";
  return { ...finding(place, { code: "deprecated", message, help }), level: "warning" };
}

/** As many as a validator reports of one value. */
const mostRounded = 1000;

/** A warning for each number of a value that its validator was given rounded. */
export function roundedNumbers(place: FindingPlace, value: unknown): readonly MockFinding[] {
  const found: MockFinding[] = [];
  for (const { tokens } of exactNumbersIn(value)) {
    if (found.length === mostRounded) break;
    const code = "number-rounded";
    const message = "no double holds this number, so it was checked as the nearest one";
    const help = "Send it as a string if its last digits matter: JSON parsers of many languages round it.";
    found.push({ ...finding(place, { code, message, help }), pointer: toPointer(tokens), level: "warning" });
  }
  return found;
}

/** Whether a finding breaks the contract. */
export function isError({ level }: MockFinding): boolean {
  return level === undefined;
}
