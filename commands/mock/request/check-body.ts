import { below } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import type { MockFinding, MockRequest } from "../exchange.js";
import { finding } from "../finding.js";
import type { Refusal } from "../problem.js";
import { type Checking, checkTexts, uncheckedBody } from "./check-value.js";
import { contentKind, mediaFor, parameterOf } from "./media-type.js";
import { readBody } from "./read-body.js";
import { UnreadableBody } from "./unreadable-body.js";

const at = { side: "request", in: "body" } as const;

/** Why the media type or the encoding of a request's body isn't supported; `undefined` if it is, or nobody reads the body. */
export function mediaRefusal({ body }: MockOperation, request: MockRequest): Refusal | undefined {
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
    return types.length === 1 ? undefined : unsupported("the request has no `Content-Type`", types);
  }
  if (mediaFor(body.media, type) === undefined)
    return unsupported(`the operation takes no \`${type.slice(0, 200)}\``, types);
  const charset = contentKind(type) === "json" ? parameterOf(type, "charset") : undefined;
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/.test(charset))
    return unsupported("JSON is always UTF-8, and this request says otherwise", types);
  return undefined;
}

function unsupported(reason: string, types: readonly string[]): Refusal {
  const detail = `${reason}; it takes ${types.map((type) => `\`${type}\``).join(", ")}`;
  return { status: 415, code: "media-type-unsupported", detail, headers: [["accept", types.join(", ")]] };
}

/** The findings about a request's body. Its media type is known to be supported. */
export async function checkBody(
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
