import type { SchemaObject } from "../../../reader/documents/schema-walk.js";
import { memberText } from "../../../reader/model/names.js";
import type { Code } from "../../../reader/text/code/code.js";
import { docComment } from "../../../reader/text/code/comment.js";
import { limitsSentence } from "../schema-limits.js";

/** A description with the limits of its schemas after it: on the same line if it is a sentence of one line. */
export function withLimits(
  text: string | undefined,
  schemas: readonly SchemaObject[],
): (string | undefined)[] {
  const limits = limitsSentence(schemas);
  if (text === undefined || limits === undefined || !/^[^\n]+[.!?]$/.test(text)) return [text, limits];
  return [`${text} ${limits}`];
}

/** The comment of a member: what its schemas say of it, and what its type doesn't. */
export function memberComment(schemas: readonly SchemaObject[]): Code {
  const text = schemas.map(({ description }) => memberText(description)).find((found) => found !== undefined);
  const isDeprecated = schemas.some(({ deprecated }) => deprecated === true);
  return docComment(withLimits(text, schemas), isDeprecated ? [{ tag: "deprecated", text: "" }] : []);
}
