import type { Document } from "../../../reader/documents/document.js";
import { below, type Place } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

const styles: Readonly<Record<string, RegExp>> = {
  camelCase: /^[a-z][a-zA-Z0-9]*$/,
  PascalCase: /^[A-Z][a-zA-Z0-9]*$/,
  snake_case: /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/,
  "kebab-case": /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/,
  "group/kebab-case": /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/,
  "group.camelCase": /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)+$/,
};
/** A single lower-case word follows several styles. */
const word = /^[a-z][a-z0-9]*$/;

/** Operations whose ids look unlike the others. */
export const operationIdStyle: Rule = {
  name: "operation-id-style",
  formats: ["openapi"],
  finds: `An \`operationId\` isn't in the style of the others, or of the option \`style\` (${Object.keys(
    styles,
  )
    .map((name) => `\`${name}\``)
    .join(", ")}).`,
  why: "Generated clients make their function names from it, so users see the difference, and correcting it later breaks their code.",
  remedy: "Rename it before the first release; after that, ignore the rule here.",
  severity: "warning",
  options: { style: "consistent" },
  *check({ operations, options }) {
    const byDocument = new Map<Document, { readonly place: Place; readonly id: string }[]>();
    for (const { place } of operations) {
      const at = below(place, "operationId");
      if (typeof at.value !== "string") continue;
      const ids = byDocument.get(place.document) ?? [];
      byDocument.set(place.document, ids);
      ids.push({ place: at, id: at.value });
    }
    for (const ids of byDocument.values()) {
      const style =
        options.style === "consistent" ? commonStyle(ids.map(({ id }) => id)) : String(options.style);
      const form = style === undefined ? undefined : styles[style];
      if (form === undefined) continue;
      for (const { place, id } of ids) {
        if (form.test(id) || (word.test(id) && style !== "PascalCase")) continue;
        yield {
          place,
          message: `the operationId \`${id}\` isn't in ${style}, ${options.style === "consistent" ? "unlike the others" : "the configured style"}`,
        };
      }
    }
  },
};

/** The style of more than half of the ids. */
function commonStyle(ids: readonly string[]): string | undefined {
  const names = Object.keys(styles);
  return names.find((name) => ids.filter((id) => styles[name]?.test(id)).length * 2 > ids.length);
}
