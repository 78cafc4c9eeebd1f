import type { EventMessage, HttpOperation } from "../../reader/model/model.js";
import type { Code } from "../../reader/text/code/code.js";
import { docComment } from "../../reader/text/code/comment.js";
import { sourceLink } from "./file.js";

/** What the contract says about an operation. */
export function operationDoc(operation: HttpOperation): Code {
  return docComment(
    [
      operation.summary,
      operation.description,
      scopesLine(operation),
      environmentsLine(operation),
      serverLine(operation),
    ],
    [
      ...(operation.deprecated ? [{ tag: "deprecated", text: "" } as const] : []),
      { tag: "see", text: sourceLink(operation.source) },
    ],
  );
}

function scopesLine({ scopes }: HttpOperation): string | undefined {
  if (scopes.length === 0) return undefined;
  return `Scope: ${scopes.join(", ")}.`;
}

function environmentsLine({ environments }: HttpOperation): string | undefined {
  return (
    environments &&
    `Environment: ${environments.join(", ")}. A client for another environment refuses the call.`
  );
}

function serverLine({ server }: HttpOperation): string | undefined {
  if (server === undefined) return undefined;
  return `Uses the server ${server} instead of the API's.`;
}

/** What the contract says about an event, as paragraphs of a documentation comment. */
export function messageParagraphs({
  title,
  label,
  summary,
  description,
}: EventMessage): (string | undefined)[] {
  return [title ?? label, summary, description];
}
