import { allowsNull } from "../../../../reader/documents/dialects/nullable.js";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { commonKinds, everyKind, type Kind, ownKinds } from "../kinds.js";
import { type Components, componentOf } from "./components.js";

/** The kinds of values that schemas allow, as their types say it. Each schema is looked at once. */
export class ComponentKinds {
  readonly #known = new Map<SchemaObject, ReadonlySet<Kind>>();

  constructor(readonly components: Components) {}

  /** The kinds that a schema allows; all if it refers to itself, or to what isn't a component. */
  of(schema: unknown): ReadonlySet<Kind> {
    if (schema === false) return new Set();
    if (!isSchemaObject(schema)) return everyKind;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    this.#known.set(schema, everyKind);
    const found = this.#read(schema);
    this.#known.set(schema, found);
    return found;
  }

  #read(schema: SchemaObject): ReadonlySet<Kind> {
    const { $ref, allOf, anyOf, oneOf, nullable } = schema;
    let found = ownKinds(schema);
    if (typeof $ref === "string") found = commonKinds(found, this.of(componentOf(this.components, $ref)));
    if (Array.isArray(allOf)) for (const item of allOf) found = commonKinds(found, this.of(item));
    for (const members of [anyOf, oneOf])
      if (Array.isArray(members))
        found = commonKinds(found, new Set(members.flatMap((each) => [...this.of(each)])));
    return nullable === true || allowsNull(schema) ? new Set([...found, "null"]) : found;
  }
}
