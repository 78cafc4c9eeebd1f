import { InvalidRequestError } from "../errors.js";
import type { OperationDescriptor, PathWriter } from "../operation/operation-descriptor.js";
import { ownMember } from "../own-member.js";
import { encodeStrictly } from "./percent-encoding.js";
import { plainText, UnwritableValue } from "./plain-text.js";
import type { WriteMember } from "./write-member.js";

/**
 * Fills a path template. Refuses a value that is empty, or that would make a segment `.` or `..`: the request
 * would reach another operation.
 */
export function writePath(
  { id, path, parameters, writers }: OperationDescriptor,
  member: WriteMember,
): string {
  const write = writers?.path ?? writeText;
  const written = path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const descriptor = ownMember(parameters?.path, name) ?? {};
    const part = member(descriptor.key ?? name, { required: true }, (value) => {
      const text = write({ name, value, descriptor });
      if (/^\.{0,2}$/.test(text)) throw new UnwritableValue(misleading);
      return text;
    });
    return part ?? "";
  });
  if (/\/\.{1,2}(?:\/|$)/.test(written)) throw new InvalidRequestError(id, "path", misleading);
  return written;
}

const misleading = "must not be empty, `.` or `..` in the path";

const writeText: PathWriter = ({ value }) => encodeStrictly(plainText(value));
