import type { MockOperation } from "../contract/operations.js";
import { mediaSchema } from "../contract/schemas.js";
import { finding, type MockFinding, type MockRequest, type RequestRefusal, unchecked } from "../exchange.js";
import { type Checking, checkTexts, uncheckedBody } from "./check-parameters.js";
import { contentCodings, decodeBody, isKnownCoding } from "./decode-body.js";
import { contentKind, mediaFor, mediaParameter } from "./headers.js";
import { partTypeFindings } from "./part-types.js";
import { readBody, UnreadableBody } from "./read-body.js";

/** How bodies of requests are checked. */
export interface BodyChecking extends Checking {
  /** Of a decoded body. */
  readonly maxBytes: number;
  /** Whether a real server reads the body, which may know other content codings. */
  readonly isForwarded: boolean;
}

/** A body as sent. */
interface SentBody {
  readonly headers: MockRequest["headers"];
  /** Absent if it is larger than what is checked. */
  readonly bytes: MockRequest["body"] | undefined;
}

const at = { side: "request", in: "body" } as const;

/** Why the media type or the encoding of a request's body isn't supported; `undefined` if it is, or nobody reads the body. */
export function bodyRefusal(
  { body }: MockOperation,
  { headers, bytes }: SentBody,
  { isForwarded }: BodyChecking,
): RequestRefusal | undefined {
  if (body === undefined || bytes?.length === 0) return undefined;
  const unknown = contentCodings(headers["content-encoding"]).find((name) => !isKnownCoding(name));
  if (unknown !== undefined && !isForwarded) {
    const detail = `the mock server doesn't decode \`${unknown.slice(0, 60)}\`; send the body without \`Content-Encoding\``;
    return {
      status: 415,
      code: "content-encoding",
      detail,
      headers: [["accept-encoding", "gzip, deflate, br"]],
    };
  }
  const type = headers["content-type"];
  if (type === undefined) {
    // A body without a type has the only one that it may have.
    if (body.media.length === 1) return undefined;
    return unsupported("the request has no `Content-Type`", body);
  }
  if (mediaFor(body.media, type) === undefined)
    return unsupported(`the operation takes no \`${type.slice(0, 200)}\``, body);
  const charset = mediaParameter(type, "charset") ?? "utf-8";
  if (!/^(?:utf-?8|us-ascii)$/.test(charset) && contentKind(type) === "json")
    return unsupported("JSON is always UTF-8, and this request says otherwise", body);
  return undefined;
}

function unsupported(reason: string, { media }: NonNullable<MockOperation["body"]>): RequestRefusal {
  const types = media.map(([type]) => type);
  const detail = `${reason}; it takes ${types.map((type) => `\`${type}\``).join(", ")}`;
  return { status: 415, code: "media-type-unsupported", detail, headers: [["accept", types.join(", ")]] };
}

/** The findings about a request's body. Its media type is known to be supported. */
export async function checkBody(
  { body }: MockOperation,
  { headers, bytes }: SentBody,
  checking: BodyChecking,
): Promise<readonly MockFinding[]> {
  if (body === undefined) return bytes?.length === 0 ? [] : [undeclared(checking)];
  if (bytes?.length === 0) {
    if (!body.required) return [];
    const message = "the required body is missing";
    const help = "Send one, or make it optional in the contract.";
    return [finding(at, { code: "required", message, help })];
  }
  const type = headers["content-type"] ?? body.media[0]?.[0] ?? "";
  const media = mediaFor(body.media, type);
  if (media === undefined) return [];
  const [name, place] = media;
  const checked = { schema: mediaSchema(place), direction: "request", at, phrase: "the body" } as const;
  const { maxBytes } = checking;
  const tooLarge = { kind: "too-large" } as const;
  const decoded =
    bytes === undefined ? tooLarge : await decodeBody(bytes, headers["content-encoding"], maxBytes);
  if (decoded.kind === "broken") {
    const message = `the body isn't valid \`${decoded.coding}\``;
    return [finding(at, { code: "content-encoding", message, help: helps["content-encoding"] })];
  }
  if (decoded.kind !== "decoded") {
    // Of what no schema describes, there is no more to say.
    if (uncheckedBody(checking, checked, name).length === 0) return [];
    if (decoded.kind === "unknown") return [unchecked(at, `nothing decodes \`${decoded.coding}\``)];
    return [unchecked(at, `it is larger than ${maxBytes} bytes; raise the limit with --max-body`)];
  }
  try {
    const encodings = body.encoding?.[name];
    const sent = { bytes: decoded.bytes, type, encodings: encodings ?? {} };
    const read = await readBody(sent);
    if (read === undefined) return uncheckedBody(checking, checked, name);
    const found = checkTexts(checking, checked, read);
    if (encodings === undefined || contentKind(type) !== "multipart") return found;
    return [...found, ...partTypeFindings(at, sent, encodings)];
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return [finding(at, { code: error.code, message: error.message, help: helps[error.code] })];
  }
}

/** A body that no one expects: servers may ignore it, so it breaks nothing unless the check is strict. */
function undeclared({ strict }: Checking): MockFinding {
  const message = "the operation takes no body, and the request has one";
  const help = "Send none, or declare it in the contract.";
  const found = finding(at, { code: "body-undeclared", message, help });
  if (strict) return found;
  return { ...found, level: "warning" };
}

const helps: Readonly<Record<UnreadableBody["code"] | "content-encoding", string>> = {
  "content-encoding": "Encode the body as `Content-Encoding` says, or send it without.",
  "json-syntax": "Fix the syntax of the body.",
  "invalid-utf8": "Send the body in UTF-8.",
  "form-syntax": "Encode the form as its media type says.",
};
