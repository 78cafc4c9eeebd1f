import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import { entriesOf, keyOf, type Place, placeAt } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import type { Rule } from "../rule.js";

/** Sections of `components` whose entries are used by reference. */
const sections = [
  "schemas",
  "parameters",
  "responses",
  "requestBodies",
  "headers",
  "examples",
  "links",
  "callbacks",
  "pathItems",
  "messages",
  "messageTraits",
  "operationTraits",
  "channels",
  "servers",
  "replies",
  "correlationIds",
];

/** Definitions that nothing refers to. */
export const unusedComponent: Rule = {
  name: "unused-component",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "Nothing in the contracts refers to an entry of `components`, `$defs` or `definitions`.",
  why: "It is generated, documented and maintained for nothing, or the reference to it was forgotten.",
  remedy: "Remove it, or refer to it.",
  severity: "warning",
  *check({ contracts }) {
    const used = usedPlaces(contracts);
    for (const document of [...contracts.openapi, ...contracts.asyncapi, ...contracts.schemas]) {
      for (const place of definitionsIn(document)) {
        if (isUsed(place, used)) continue;
        const [section, name] = place.tokens.slice(-2);
        yield { place, target: "key", message: `nothing refers to \`${name}\` in \`${section}\`` };
      }
    }
  },
};

function definitionsIn(document: Document): Place[] {
  const value = (document.value ?? {}) as Readonly<Record<string, unknown>>;
  // A document without operations is a collection of parts for other documents.
  const isCollection = ["paths", "webhooks", "channels"].every((key) => value[key] === undefined);
  const isSchema = value.openapi === undefined && value.asyncapi === undefined && value.swagger === undefined;
  if (isCollection && !isSchema) return [];
  const places = [...sections.map((section) => ["components", section]), ["$defs"], ["definitions"]];
  return places.flatMap((tokens) => entriesOf(placeAt(document, tokens)).map(([, place]) => place));
}

/** The places that references lead to, by `keyOf`; each with the documents and pointers of the references. */
function usedPlaces(contracts: Contracts): ReadonlySet<string> {
  const used = new Set<string>();
  for (const document of contracts.documents.values()) {
    for (const { ref, tokens } of document.scan.references) {
      const resolution = resolveReference(contracts.documents, document, ref);
      if (resolution.kind !== "found") continue;
      const { document: target, tokens: at } = resolution.target;
      // A recursive schema doesn't use itself.
      const isWithin =
        target === document && at.length > 0 && at.every((token, index) => tokens[index] === token);
      if (isWithin) continue;
      for (let length = at.length; length > 0; length--)
        used.add(keyOf({ document: target, tokens: at.slice(0, length) }));
    }
  }
  return used;
}

function isUsed(place: Place, used: ReadonlySet<string>): boolean {
  return used.has(keyOf(place));
}
