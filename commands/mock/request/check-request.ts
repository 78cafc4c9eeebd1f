import { below } from "../../../reader/documents/place.js";
import type { FoundOperation, MockOperation } from "../contract/operations.js";
import {
  finding,
  isError,
  type MockExchange,
  type MockFinding,
  type MockRequest,
  problemAnswer,
  type RequestRefusal,
} from "../exchange.js";
import { type Checking, checkParameters, checkTexts, uncheckedBody } from "./check-parameters.js";
import { securityRefusal } from "./check-security.js";
import { contentKind, mediaFor, mediaParameter } from "./headers.js";
import { readBody, UnreadableBody } from "./read-body.js";

/** A request whose operation is known. */
interface RoutedRequest {
  readonly operation: MockOperation;
  /** Path parameters as sent. */
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly request: MockRequest;
}

/** What is wrong with a request. */
interface RequestVerdict {
  readonly findings: readonly MockFinding[];
  /** The answer to it; `undefined` if it may be answered as the contract says. */
  readonly refusal: RequestRefusal | undefined;
}

/** Checks a request as a server would: credentials, media type, then parameters and body together. */
export async function checkRequest(
  { operation, path, query, request }: RoutedRequest,
  checking: Checking,
): Promise<RequestVerdict> {
  const refusal = securityRefusal(operation, request, query) ?? mediaRefusal(operation, request);
  if (refusal !== undefined) return { findings: [refusalFinding(refusal)], refusal };
  const findings = [
    ...checkParameters(operation, { path, query, headers: request.headers }, checking),
    ...(await checkBody(operation, request, checking)),
  ];
  const errors = findings.filter(isError);
  if (errors.length === 0) return { findings, refusal: undefined };
  const [first] = errors;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  const detail = `${first?.message ?? "the request doesn't follow the contract"}${more}`;
  return {
    findings,
    refusal: { status: chooseStatus(operation, errors), code: "request-invalid", detail, findings },
  };
}

const unreadable = new Set(["json-syntax", "invalid-utf8", "form-syntax", "percent-encoding"]);

/** 400 if the request can't be read, else 422 or 400, whichever the operation declares. */
function chooseStatus({ responses }: MockOperation, errors: readonly MockFinding[]): number {
  if (errors.some(({ code }) => unreadable.has(code))) return 400;
  const declares = (status: string): boolean => responses.some(([each]) => each === status);
  if (declares("422") || !declares("400")) return 422;
  return 400;
}

const at = { side: "request", in: "body" } as const;

/** Why the media type or the encoding of a request's body isn't supported; `undefined` if it is, or nobody reads the body. */
function mediaRefusal({ body }: MockOperation, request: MockRequest): RequestRefusal | undefined {
  if (body === undefined || request.body.length === 0) return undefined;
  const encoding = request.headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") {
    const detail = "the mock server reads bodies without `Content-Encoding`; send this one as it is";
    return { status: 415, code: "content-encoding", detail, headers: [["accept-encoding", "identity"]] };
  }
  const type = request.headers["content-type"];
  const types = body.media.map(([each]) => each);
  if (type === undefined) {
    // A body without a type has the only one that it may have.
    if (types.length === 1) return undefined;
    return unsupported("the request has no `Content-Type`", types);
  }
  if (mediaFor(body.media, type) === undefined)
    return unsupported(`the operation takes no \`${type.slice(0, 200)}\``, types);
  const charset = contentKind(type) === "json" ? mediaParameter(type, "charset") : undefined;
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/.test(charset))
    return unsupported("JSON is always UTF-8, and this request says otherwise", types);
  return undefined;
}

function unsupported(reason: string, types: readonly string[]): RequestRefusal {
  const detail = `${reason}; it takes ${types.map((type) => `\`${type}\``).join(", ")}`;
  return { status: 415, code: "media-type-unsupported", detail, headers: [["accept", types.join(", ")]] };
}

/** The findings about a request's body. Its media type is known to be supported. */
async function checkBody(
  { body }: MockOperation,
  request: MockRequest,
  checking: Checking,
): Promise<readonly MockFinding[]> {
  if (body === undefined) return [];
  if (request.body.length === 0) {
    if (!body.required) return [];
    const message = "the required body is missing";
    const help = "Send one, or make it optional in the contract.";
    return [finding(at, { code: "required", message, help })];
  }
  const type = request.headers["content-type"] ?? body.media[0]?.[0] ?? "";
  const media = mediaFor(body.media, type);
  if (media === undefined) return [];
  const [name, place] = media;
  const encodings = body.encoding?.[name] ?? {};
  try {
    const read = await readBody({ bytes: request.body, type, encodings });
    const schema = below(place, "schema");
    if (read === undefined) return uncheckedBody(checking, { schema, direction: "request", at }, name);
    return checkTexts(checking, { schema, direction: "request", at, phrase: "the body" }, read);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return [finding(at, { code: error.code, message: error.message, help: helps[error.code] })];
  }
}

const helps: Readonly<Record<UnreadableBody["code"], string>> = {
  "json-syntax": "Fix the syntax of the body.",
  "invalid-utf8": "Send the body in UTF-8.",
  "form-syntax": "Encode the form as its media type says.",
};

type Unroutable = Exclude<FoundOperation, { readonly kind: "operation" }>;

/** Longest path that is repeated. */
const shownLength = 200;

/** Why a request has no operation. */
export function unroutableRefusal(found: Unroutable, { method }: MockRequest, path: string): RequestRefusal {
  if (found.kind === "other-method") {
    const allowed = allowedMethods(found.allowed);
    const detail = `the contract has no ${method} for this path; it has ${found.allowed.join(", ")}`;
    return { status: 405, code: "method-unknown", detail, headers: [["allow", allowed]] };
  }
  const detail = `the contract has no path \`${path.slice(0, shownLength)}\`${found.hint}`;
  return { status: 404, code: "path-unknown", detail };
}

/** The answer to a request that no operation is for. An OPTIONS that isn't declared says what the path allows. */
export function unroutable(found: Unroutable, request: MockRequest, path: string): MockExchange {
  if (found.kind === "other-method" && request.method === "OPTIONS") {
    const headers = [["allow", allowedMethods(found.allowed)]] as const;
    return { answer: { status: 204, headers, body: "" }, operation: undefined, findings: [] };
  }
  const refusal = unroutableRefusal(found, request, path);
  return { answer: problemAnswer(refusal), operation: undefined, findings: [refusalFinding(refusal)] };
}

/** A refusal as a finding. */
export function refusalFinding({ code, detail, status }: RequestRefusal): MockFinding {
  let where: MockFinding["in"] = "path";
  if (status === 401) where = "security";
  if (status === 415) where = "header";
  const help = "Fix the request, or the contract if the request is right.";
  return finding({ side: "request", in: where }, { code, message: detail, help });
}

function allowedMethods(declared: readonly string[]): string {
  return [...new Set([...declared, ...(declared.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(", ");
}

/** The refusal of a target that names no path for sure. */
export const targetRefusal: RequestRefusal = {
  status: 400,
  code: "target-invalid",
  detail:
    "the target of the request must be a path that begins with a slash and doesn't lead up behind encoded slashes",
};
