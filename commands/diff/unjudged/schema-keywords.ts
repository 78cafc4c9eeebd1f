import { below, childPlaces, isOnlyReference, type Place } from "../../../reader/documents/place.js";
import {
  assertionKeywords,
  isSchemaObject,
  recordOrEmpty,
  schemaForms,
} from "../../../reader/documents/schema-walk.js";
import { findFormat } from "../../../reader/validation/formats.js";
import { canonical } from "../inclusion/goal/canonical.js";

const words = (text: string): readonly string[] => text.split(" ");

const applied = Object.values(schemaForms).flatMap(({ one, list, map }) => [...one, ...list, ...map]);

/** Keywords that say which values are valid, or name schemas. */
const decided: ReadonlySet<string> = new Set([
  ...assertionKeywords,
  ...applied.filter((keyword) => keyword !== "contentSchema"),
  ...words("$ref $dynamicRef $recursiveRef $recursiveAnchor $id id $anchor $dynamicAnchor nullable"),
  "x-rules",
]);

const documentation: ReadonlySet<string> = new Set(
  words("title description $comment example examples externalDocs"),
);

interface Values {
  readonly old: unknown;
  readonly new: unknown;
  /** Whether it is the schema of a member or a parameter. */
  readonly isMember: boolean;
  /** Whether it is among the schemas whose members, defaults, values and directions are compared. */
  readonly isRead: boolean;
}

/** Whether a keyword of a schema is documentation, or is compared. */
export function isDecided(keyword: string, { old, new: current, isMember, isRead }: Values): boolean {
  if (decided.has(keyword) || documentation.has(keyword)) return true;
  switch (keyword) {
    case "discriminator":
    case "deprecated":
      return isRead;
    case "default":
    case "readOnly":
    case "writeOnly":
      return isRead && isMember;
    case "format":
      return [old, current].every(
        (format) => format === undefined || findFormat(String(format)) !== undefined,
      );
    case "x-extensible-enum":
      return isRead && Array.isArray(old) && Array.isArray(current);
    default:
      return false;
  }
}

/** Schemas in the same place of both versions, with what they are schemas of. */
interface InnerSchemas {
  readonly old: Place;
  readonly new: Place;
  readonly isMember: boolean;
  /** Whether it is all that is said of a value, and not a schema beside others. */
  readonly isWhole: boolean;
}

/** Keywords whose schemas are about a part of the value, or say all that an alternative says. */
const partial: ReadonlySet<string> = new Set(
  words("properties patternProperties additionalProperties items prefixItems oneOf anyOf"),
);

const forms = {
  one: [...new Set(Object.values(schemaForms).flatMap(({ one }): string[] => [...one]))],
  list: [...new Set(Object.values(schemaForms).flatMap(({ list }): string[] => [...list]))],
  map: [...new Set(Object.values(schemaForms).flatMap(({ map }): string[] => [...map]))],
};

/** The schemas directly below two versions of a schema, paired by their names. */
export function innerSchemas(old: Place, current: Place): InnerSchemas[] {
  const [before, after] = [recordOrEmpty(old.value), recordOrEmpty(current.value)];
  const names = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  return names.flatMap((name) =>
    pairsBelow(name, old, current).map((pair) => ({ ...pair, isWhole: partial.has(name) })),
  );
}

type Pair = Omit<InnerSchemas, "isWhole">;

function pairsBelow(name: string, old: Place, current: Place): Pair[] {
  const pair = { old: below(old, name), new: below(current, name) };
  if (name === "contentSchema") return [];
  if (Array.isArray(pair.old.value) && Array.isArray(pair.new.value))
    return forms.list.includes(name) ? pairedItems(pair.old, pair.new) : [];
  if (forms.map.includes(name)) return pairedMembers(pair.old, pair.new, name === "properties");
  if (forms.one.includes(name) && isSchemaObject(pair.old.value) && isSchemaObject(pair.new.value))
    return [{ ...pair, isMember: false }];
  return [];
}

function pairedMembers(old: Place, current: Place, isMember: boolean): Pair[] {
  const others = new Map(childPlaces(current));
  return childPlaces(old).flatMap(([name, schema]) => {
    const other = others.get(name);
    return other === undefined ? [] : [{ old: schema, new: other, isMember }];
  });
}

/** Alternatives are the same if they refer to the same name, or are equal; what is left of both is paired in order if it is as many. */
function pairedItems(old: Place, current: Place): Pair[] {
  const known = new Map<string, Place[]>();
  for (const item of items(old)) known.set(itemKey(item), [...(known.get(itemKey(item)) ?? []), item]);
  const rest: Place[] = [];
  const pairs: Pair[] = [];
  for (const item of items(current)) {
    const other = known.get(itemKey(item))?.shift();
    if (other === undefined) rest.push(item);
    else pairs.push({ old: other, new: item, isMember: false });
  }
  const left = [...known.values()].flat();
  if (left.length !== rest.length) return pairs;
  return [
    ...pairs,
    ...left.flatMap((item, index) => {
      const other = rest[index];
      return other === undefined ? [] : [{ old: item, new: other, isMember: false }];
    }),
  ];
}

function items(list: Place): Place[] {
  return (list.value as readonly unknown[]).map((_, index) => below(list, String(index)));
}

function itemKey({ value }: Place): string {
  if (isOnlyReference(value)) return value.$ref.slice(value.$ref.lastIndexOf("/") + 1);
  return canonical(value);
}
