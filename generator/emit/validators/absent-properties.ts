import type { Contracts } from "../../read/contracts.js";
import { below, dereference, type Place } from "../../read/place.js";
import { isSchemaObject, type SchemaObject, walkSchema } from "../../read/schema-walk.js";

/** A schema that was looked at, and those that refer to it. */
interface Known {
  requiresAbsent: boolean;
  readonly users: Known[];
}

/**
 * Finds the schemas that require a property that is absent in one direction: `readOnly` ones in requests, `writeOnly` ones in answers. A
 * validator would then reject valid values. Each schema is looked at once, however many others refer to it.
 */
export class AbsentProperties {
  readonly #known = new Map<unknown, Known>();

  constructor(
    readonly contracts: Contracts,
    readonly absent: "readOnly" | "writeOnly",
  ) {}

  /** Whether a schema, or one that it refers to, requires such a property. */
  areRequiredBy(root: Place): boolean {
    const open: Place[] = [];
    const found = this.#find(root, open);
    for (let place = open.pop(); place; place = open.pop()) {
      const known = this.#find(place, open);
      const references: Place[] = [];
      if (this.#requires(place, references)) spread(known);
      for (const reference of references) {
        const used = this.#find(reference, open);
        used.users.push(known);
        if (used.requiresAbsent) spread(known);
      }
    }
    return found.requiresAbsent;
  }

  /** What is known of a schema; opens it if that is nothing. */
  #find(place: Place, open: Place[]): Known {
    const before = this.#known.get(place.value);
    if (before !== undefined) return before;
    const known: Known = { requiresAbsent: false, users: [] };
    this.#known.set(place.value, known);
    open.push(place);
    return known;
  }

  /** Whether a schema itself requires such a property; collects the schemas that it refers to. */
  #requires(place: Place, references: Place[]): boolean {
    if (!isSchemaObject(place.value)) return false;
    let requires = false;
    for (const [tokens, schema] of walkSchema(place.value)) {
      if (typeof schema.$ref === "string")
        references.push(dereference(this.contracts, below(place, ...tokens)));
      const { required, properties } = schema;
      if (requires || !Array.isArray(required) || !isSchemaObject(properties)) continue;
      requires = required.map(String).some((name) => {
        if (!Object.hasOwn(properties, name)) return false;
        const property = below(place, ...tokens, "properties", name);
        return [property, dereference(this.contracts, property)].some(({ value }) => this.#isAbsent(value));
      });
    }
    return requires;
  }

  #isAbsent(value: unknown): boolean {
    return isSchemaObject(value) && (value as SchemaObject)[this.absent] === true;
  }
}

/** A schema requires what those require that it refers to. */
function spread(known: Known): void {
  const open = [known];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.requiresAbsent) continue;
    next.requiresAbsent = true;
    open.push(...next.users);
  }
}
