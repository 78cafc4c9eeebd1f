import type { Deadline } from "../attempt/deadline.js";
import { ContentTypeError, MalformedBodyError } from "../errors.js";
import { mediaCovers, mediaEssence, mediaKind } from "../operation/media-type.js";
import type { AnyAnswer } from "../operation/operation-answer.js";
import type { JsonParser, OperationDescriptor } from "../operation/operation-descriptor.js";
import { discard, openBinaryBody, readBody } from "./read-body.js";

/**
 * Reads an answer by its content type, as `OperationAnswer` describes it. A documented success must have a body of a documented kind.
 * Any other answer is returned whatever its body: that of an undocumented status is read as it comes, and one that isn't as documented
 * is text (RFC 9110, section 15: a client understands the class of any status). Throws `ContentTypeError`,
 * `AnswerTooLargeError`, `MalformedBodyError`, `NetworkError` and what the attempt's deadline throws. Closes the call's deadline,
 * unless the body is binary and so not yet read.
 */
export async function readAnswer(
  operation: OperationDescriptor,
  response: Response,
  {
    attempt,
    deadline,
    maxAnswerBytes,
    accept,
  }: { attempt: Deadline; deadline: Deadline; maxAnswerBytes: number; accept: string | undefined },
): Promise<AnyAnswer> {
  const { status, headers } = response;
  const { id, method, responses = {} } = operation;
  const key = documentedKey(status, operation);
  const documented = key ? acceptedTypes(responses[key] ?? [], accept) : undefined;
  // If the contract documents no success, every 2xx is one.
  const ok = is2XX(status) && (is2XX(key) || !Object.keys(responses).some(is2XX));
  const answer = (body?: unknown): AnyAnswer => ({ ok, status, headers, body, response });
  const end = (body?: unknown): AnyAnswer => {
    deadline.close();
    return answer(body);
  };

  if (method === "HEAD" || /^(?:20[45]|304)$/.test(`${status}`) || documented?.length === 0) {
    await discard(response);
    return end();
  }
  const received = headers.get("content-type");
  const contentType = mediaEssence(received);
  const isExpected = !documented || documented.some((type) => fits(type, contentType));
  if (ok && !isExpected) {
    await discard(response);
    throw new ContentTypeError(
      id,
      `status ${status} has content type ${contentType || "none"}, expected ${documented.join(" or ")}`,
      { status, contentType, expected: documented },
    );
  }
  const kind = ok || (contentType && isExpected) ? mediaKind(contentType) : "text";
  if (kind === "binary") {
    // An undocumented answer without content has no content type either.
    if (!documented && response.body === null) return end();
    deadline.stopClock();
    const readItems = documented && operation.items;
    return answer(openBinaryBody(response, { deadline, maxAnswerBytes, readItems }));
  }
  const bytes = await readBody(response, attempt, maxAnswerBytes);
  const text = textDecoder(received).decode(bytes);
  if (text === "" && !(ok && documented)) return end();
  if (kind === "text") return end(text);
  try {
    return end(((operation.parse ?? JSON.parse) as JsonParser)(text, key));
  } catch (error) {
    if (!ok) return end(text);
    // The parser's error quotes the body, which may hold a token.
    const { cause = "isn't JSON" } = error as { cause?: string };
    throw new MalformedBodyError(id, `the body of status ${status} ${cause}`, { status });
  }
}

/** Of the charset that a content type names; UTF-8 if it names none that the platform knows. */
function textDecoder(contentType: string | null): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(contentType ?? "")?.[1]);
  } catch {
    return new TextDecoder();
  }
}

/** The key of a status in the contract: its own, its range's, or `default`. */
export function documentedKey(status: number, { responses = {} }: OperationDescriptor): string | undefined {
  const exact = `${status}`;
  const range = `${exact[0]}XX`;
  return [exact, range, range.toLowerCase(), "default"].find((key) => Object.hasOwn(responses, key));
}

function is2XX(status: unknown): boolean {
  return /^2/.test(`${status}`);
}

function fits(documented: string, contentType: string): boolean {
  if (documented.includes("*")) return mediaCovers(documented, contentType);
  // If JSON is documented, the body may be `application/problem+json`: the type of the body is the contract's.
  return contentType !== "" && mediaKind(documented) === mediaKind(contentType);
}

/**
 * The media types, of those that the contract documents for a status, that a caller takes: the one that was asked for,
 * if it is among them. Without a wish, JSON is taken alone if it is offered with others.
 */
export function acceptedTypes(documented: readonly string[], accept: string | undefined): readonly string[] {
  if (accept !== undefined)
    return documented.some((type) => mediaCovers(type, accept)) ? [accept] : documented;
  const json = documented.filter((type) => mediaKind(type) === "json");
  if (json.length > 0) return json;
  return documented;
}
