import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Contracts, diagnose } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { branches, isRequired, propertyNames } from "../../../reader/documents/joint-schemas.js";
import { below, type Place } from "../../../reader/documents/place.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";

/** A property that an event's schema declares, at any depth of objects. */
export interface Field {
  readonly path: readonly string[];
  readonly pointer: string;
  /** Short and unique within its event, for ids of cases. */
  readonly label: string;
  /** Every schema that applies to it, the nearest first. */
  readonly schemas: readonly SchemaObject[];
  readonly required: boolean;
  /** Section that states it, from the nearest schema that names one. */
  readonly clause: string | undefined;
  /** The level of its own rules, if its schema states one. */
  readonly level: unknown;
}

/** An object of an event: the event itself, or a property that declares properties. */
export interface ObjectField {
  readonly path: readonly string[];
  readonly schemas: readonly SchemaObject[];
  /** Whether it allows undeclared properties. */
  readonly open: boolean;
}

/** The fields of an event that cases can change. */
interface EventFields {
  readonly fields: readonly Field[];
  readonly objects: readonly ObjectField[];
}

const maxDepth = 8;

/** Guessed: the events in use have at most a few hundred. Each field is a case or more. */
const mostFields = 5000;

/** All fields of an event, outer ones first, in the order of declaration. Throws a `ContractError` if there are too many. */
export function eventFields(contracts: Contracts, payload: Place): EventFields {
  const fields: Omit<Field, "label">[] = [];
  const objects: ObjectField[] = [];
  const walk = (path: readonly string[], places: readonly Place[]): void => {
    const schemas = placeSchemas(places);
    objects.push({ path, schemas, open: schemas.every(isOpen) });
    const names = [...new Set(places.flatMap((place) => propertyNames(contracts, place)))];
    const nested: [readonly string[], Place[]][] = [];
    if (fields.length + names.length > mostFields) throw tooLarge(payload);
    for (const name of names) {
      const holders = places.filter(
        ({ value }) =>
          isSchemaObject(value) && isSchemaObject(value.properties) && Object.hasOwn(value.properties, name),
      );
      const found = holders.flatMap((holder) => branches(contracts, below(holder, "properties", name)));
      const own = [...path, name];
      const clauses = [...placeSchemas(found), ...placeSchemas(holders)].map((schema) => schema["x-clause"]);
      fields.push({
        path: own,
        pointer: toPointer(own),
        schemas: placeSchemas(found),
        required: places.some((place) => isRequired(contracts, place, name)),
        clause: clauses.find((clause) => typeof clause === "string"),
        level: placeSchemas(found).find((schema) => schema["x-level"] !== undefined)?.["x-level"],
      });
      if (own.length < maxDepth && placeSchemas(found).some(({ properties }) => isSchemaObject(properties))) {
        nested.push([own, found]);
      }
    }
    for (const [own, found] of nested) walk(own, found);
  };
  walk([], branches(contracts, payload));
  return { fields: labelled(fields), objects };
}

function tooLarge({ document, tokens }: Place): ContractError {
  const message = `with its references followed, this event has more than ${mostFields} fields`;
  const hint = "Refer to fewer schemas from within others, or leave out the output `conformance`.";
  return new ContractError([diagnose(document, tokens, { code: "too-large", message, hint })]);
}

/** The last name if no other field ends with it, else the whole path. */
function labelled(fields: readonly Omit<Field, "label">[]): Field[] {
  const last = ({ path }: Pick<Field, "path">): string => path.at(-1) ?? "";
  const count = (name: string): number => fields.filter((field) => last(field) === name).length;
  return fields.map((field) => ({
    ...field,
    label: count(last(field)) === 1 ? last(field) : field.path.join("."),
  }));
}

function placeSchemas(places: readonly Place[]): SchemaObject[] {
  return places.map(({ value }) => value).filter(isSchemaObject);
}

function isOpen({ additionalProperties = true, unevaluatedProperties = true }: SchemaObject): boolean {
  return additionalProperties === true && unevaluatedProperties === true;
}
