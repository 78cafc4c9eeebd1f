import { binaryBody, readWhole } from "./binary-body.js";
import type { Deadline } from "./deadline.js";
import { ContentTypeError, MalformedBodyError } from "./errors.js";
import { mediaCovers, mediaEssence, mediaKind } from "./media-type.js";
import type { AnyAnswer } from "./operation-answer.js";
import type { OperationDescriptor } from "./operation-descriptor.js";
import { ownMember } from "./own-member.js";

type Responses = OperationDescriptor["responses"];

/**
 * Reads an answer by its content type, as `OperationAnswer` describes it. A documented status must have a
 * body of a documented kind; what an undocumented one carries is read as it comes. Throws `ContentTypeError`,
 * `MalformedBodyError`, `NetworkError` and what the deadline throws. Closes the deadline, unless the body is
 * binary and so still to be read.
 */
export async function readAnswer(
  operation: OperationDescriptor,
  response: Response,
  deadline: Deadline,
): Promise<AnyAnswer> {
  const { status, headers } = response;
  const ok = isSuccess(status, operation.responses);
  const documented = documentedTypes(status, operation.responses);
  const answer = (body: unknown): AnyAnswer => {
    deadline.close();
    return { ok, status, headers, body, response };
  };

  if (operation.method === "HEAD" || [204, 205, 304].includes(status) || documented?.length === 0) {
    await discard(response);
    return answer(undefined);
  }
  const contentType = headers.get("content-type");
  if (documented !== undefined && !documented.some((type) => fits(type, contentType))) {
    await discard(response);
    throw new ContentTypeError(operation.id, {
      status,
      contentType: mediaEssence(contentType),
      expected: documented,
    });
  }
  const kind = mediaKind(contentType);
  const reading = { operation: operation.id, deadline };
  if (kind === "binary") {
    // An undocumented answer without content has no content type either.
    if (documented === undefined && response.body === null) return answer(undefined);
    deadline.stopClock();
    return { ok, status, headers, body: binaryBody(response, reading), response };
  }
  const text = await readWhole(() => response.text(), reading);
  if (kind === "text") return answer(text);
  if (documented === undefined && text === "") return answer(undefined);
  try {
    return answer(JSON.parse(text));
  } catch {
    // The parser's error quotes the body, which may hold a token.
    throw new MalformedBodyError(operation.id, status);
  }
}

/** Whether the contract documents this status as a success; where it documents none, every 2xx is one. */
export function isSuccess(status: number, responses: Responses = {}): boolean {
  if (status < 200 || status > 299) return false;
  const successes = Object.keys(responses).filter((key) => /^2(\d\d|XX)$/i.test(key));
  return successes.length === 0 || successes.some((key) => key === String(status) || /XX$/i.test(key));
}

/** Frees the connection of a body that nobody will read. */
export async function discard(response: Response): Promise<void> {
  // A body that can't be cancelled any more needs no freeing.
  await response.body?.cancel().catch(() => {});
}

/** The media types of a status' entry in the contract: its own, its range's, or the default one. */
export function documentedTypes(status: number, responses: Responses = {}): readonly string[] | undefined {
  const digit = Math.floor(status / 100);
  const keys = [String(status), `${digit}XX`, `${digit}xx`, "default"];
  return keys.map((key) => ownMember(responses, key)).find((types) => types !== undefined);
}

function fits(documented: string, contentType: string | null): boolean {
  const essence = mediaEssence(contentType);
  if (essence === "") return documented === "*/*";
  // Whoever documents JSON may get `application/problem+json`: the type of the body is the contract's.
  return mediaCovers(documented, essence) || mediaKind(documented) === mediaKind(essence);
}
