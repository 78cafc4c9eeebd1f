import { type Contracts, diagnose } from "../../../reader/documents/contracts.js";
import type { Diagnostic } from "../../../reader/documents/diagnostic.js";
import type { Place } from "../../../reader/documents/place.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import { sourceOf } from "../../../reader/model/schemas.js";
import { sourceLink } from "../file.js";

/** A schema of a contract that no generated validator checks. */
export interface Unchecked {
  readonly place: Place;
  /** Whose schema it is: "the body of `upload` as `multipart/form-data`". */
  readonly what: string;
  /** Why, as the rest of a sentence. */
  readonly reason: string;
}

/** A paragraph of a comment that lists what isn't checked; none if everything is. */
export function uncheckedList(contracts: Contracts, unchecked: readonly Unchecked[]): string[] {
  if (unchecked.length === 0) return [];
  const list = unchecked.map(
    ({ what, reason, place }) => `${what}, since ${reason} (${sourceLink(sourceOf(contracts, place))})`,
  );
  return [`Not checked: ${list.join("; ")}.`];
}

/** Most schemas that a warning names. */
const shown = 8;

/** One warning for each document, which lists what isn't checked. */
export function uncheckedWarnings(unchecked: readonly Unchecked[]): Diagnostic[] {
  const byFile = new Map<string, Unchecked[]>();
  for (const each of unchecked) {
    const { file } = each.place.document;
    byFile.set(file, [...(byFile.get(file) ?? []), each]);
  }
  return [...byFile.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const list = all.slice(0, shown).map(({ what, reason, place: { document, tokens } }) => {
      const { line } = document.locate(tokens);
      return `line ${line}: ${what}, since ${reason}`;
    });
    const isApi = isSchemaObject(first.place.document.value) && "openapi" in first.place.document.value;
    const more = all.length > shown ? `; and ${all.length - shown} more` : "";
    const count = all.length === 1 ? "1 schema isn't" : `${all.length} schemas aren't`;
    return [
      diagnose(first.place.document, first.place.tokens, {
        severity: "warning",
        code: "schema-unchecked",
        message: `${count} checked by generated validators: ${list.join("; ")}${more}`,
        hint: isApi
          ? "Check these values in your own code, or describe them as JSON. The comment at the top of validators/<api>.operations.js, or of validators/<api>.webhooks.js, has all of them."
          : "Check these values in your own code.",
      }),
    ];
  });
}
