import type { Contracts } from "../documents/contracts.js";
import type { Place } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../documents/schema-walk.js";
import { schemaRoots } from "./schema-roots.js";

/** A schema in a document. */
export interface SchemaPlace extends Place {
  readonly value: SchemaObject;
}

/** Keywords whose schemas are looked for. */
const indexed = ["format", "oneOf"] as const;

type Index = Readonly<Record<(typeof indexed)[number], SchemaPlace[]>>;

const indexes = new WeakMap<Contracts, Index>();

/** All schemas of the contracts with a keyword, each once, with those that they refer to. One walk finds them for all checks. */
export function schemasWith(contracts: Contracts, keyword: keyof Index): readonly SchemaPlace[] {
  const index = indexes.get(contracts) ?? indexOf(contracts);
  indexes.set(contracts, index);
  return index[keyword];
}

function indexOf(contracts: Contracts): Index {
  const index: Index = { format: [], oneOf: [] };
  const seen = new Set<SchemaObject>();
  const open = schemaRoots(contracts).reverse();
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    if (!isSchemaObject(root.value) || seen.has(root.value)) continue;
    for (const [tokens, schema] of walkSchema(root.value)) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      for (const keyword of indexed) {
        if (schema[keyword] === undefined) continue;
        index[keyword].push({ document: root.document, tokens: [...root.tokens, ...tokens], value: schema });
      }
      if (typeof schema.$ref !== "string") continue;
      const target = resolveReference(contracts.documents, root.document, schema.$ref);
      if (target.kind === "found") open.push(target.target);
    }
  }
  return index;
}
