import { escapeToken } from "@oipkit/runtime/json-pointer";
import { recordOrEmpty, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { mapSchemaPositions } from "./schema-positions.js";

/** The keyword of a mark; its value is the number of the schema. */
const keyword = "x-oipkit-mark";

/**
 * A document with a mark for each schema: openapi-typescript says where the type of a body, a parameter or a component
 * stands, and oipkit what it is.
 */
export class MarkedDocument {
  readonly value: SchemaObject;
  readonly #schemas: SchemaObject[] = [];

  constructor(document: SchemaObject) {
    const marked = mapSchemaPositions(document, (schema) => this.#mark(schema));
    const components = recordOrEmpty(marked.components);
    const entries = Object.entries(recordOrEmpty(components.schemas)).map(([name, schema]) => [
      name,
      this.#mark(typeof schema === "object" ? { $ref: componentReference(name) } : { allOf: [schema] }),
    ]);
    this.value = { ...marked };
    if (entries.length > 0)
      this.value = { ...marked, components: { ...components, schemas: Object.fromEntries(entries) } };
  }

  /** The schema that a mark stands for. */
  schemaAt(mark: number): SchemaObject {
    const schema = this.#schemas[mark];
    if (schema === undefined) throw new RangeError(`no mark ${mark}`);
    return schema;
  }

  #mark(schema: SchemaObject): SchemaObject {
    this.#schemas.push(schema);
    // A `type`, so that the library asks for its own one.
    return { type: "object", [keyword]: this.#schemas.length - 1 };
  }
}

/** The number of a mark; absent for any other schema. */
export function markNumber(schema: SchemaObject): number | undefined {
  const mark = schema[keyword];
  if (typeof mark === "number") return mark;
  return undefined;
}

/** A reference to a component. */
function componentReference(name: string): string {
  return `#/components/schemas/${encodeURIComponent(escapeToken(name))}`;
}
