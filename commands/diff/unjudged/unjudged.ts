import { isDeepStrictEqual } from "node:util";
import { isForeignAt, schemaWithin } from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, dereference, type Place, placeKey } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { MemberNotes } from "../parts/member-notes.js";
import { schemaParts } from "../parts/schema-parts.js";
import type { Sameness } from "../same/sameness.js";
import type { Versions } from "../version.js";
import { asyncapiFields } from "./asyncapi-fields.js";
import { anyField, type FieldReading, type Fields, isExample, schemaKind } from "./fields.js";
import { openapiFields } from "./openapi-fields.js";
import { innerSchemas, isDecided } from "./schema-keywords.js";

/** A field that differs, and that no rule compares. */
export interface Unjudged {
  readonly name: string;
  readonly old: Place;
  readonly new: Place;
}

/** The same thing in both versions. */
export interface Both {
  readonly old: Place;
  readonly new: Place;
}

interface Open extends Both {
  readonly kind: string;
  /** Whether it is the schema of a member or a parameter, whose default is compared. */
  readonly isMember?: boolean;
  /** Whether it is all that is said of a value, and not a schema beside others. */
  readonly isWhole?: boolean;
}

const formats = { openapi: openapiFields, asyncapi: asyncapiFields, schema: {} } as const;

/**
 * Finds what differs between two versions of documents, and isn't compared: fields that no rule reads, in all objects that both versions have.
 * What only one of them has is compared as a whole, as added or removed.
 */
export class UnjudgedFields {
  readonly #seen = new Set<string>();
  readonly #referred: { old?: ReadonlySet<string>; new?: ReadonlySet<string> } = {};
  readonly #alone = new Map<Document, boolean>();

  constructor(
    readonly versions: Versions,
    readonly notes: MemberNotes,
    readonly sameness: Sameness,
  ) {}

  /** Those of two documents, and of what they refer to. */
  of(documents: Both, format: keyof typeof formats): Unjudged[] {
    const kinds: Readonly<Record<string, Fields>> = formats[format];
    const found: Unjudged[] = [];
    const open: Open[] = [{ ...documents, kind: format === "schema" ? schemaKind : "document" }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const key = `${next.kind} ${placeKey(next.old)} ${placeKey(next.new)}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (this.sameness.areShared(next.old, next.new)) continue;
      if (this.#isWhole(next) && isDeepStrictEqual(next.old.value, next.new.value)) continue;
      if (next.kind === "message-schema") open.push(...this.#messageSchemas(next));
      else if (next.kind === schemaKind) open.push(...this.#schemas(next, found));
      else open.push(...this.#objects(next, { kinds, found }));
    }
    return found;
  }

  /** Whether all that a part refers to is found on its own: it is part of a document that refers to its own components alone. */
  #isWhole({ old, new: current }: Both): boolean {
    if (current.tokens.length < 2 || current.tokens.length > 3) return false;
    return [old, current].every(({ document }) => {
      const isAlone =
        this.#alone.get(document) ??
        document.scan.references.every(({ ref }) => /^#\/components\/[^/]+\/[^/]+$/.test(ref));
      this.#alone.set(document, isAlone);
      return isAlone;
    });
  }

  #objects(
    pair: Open,
    { kinds, found }: { readonly kinds: Readonly<Record<string, Fields>>; readonly found: Unjudged[] },
  ): Open[] {
    const old = this.#behind("old", pair.old);
    const current = this.#behind("new", pair.new);
    const kind = this.#exactKind(pair.kind, current);
    const fields = kinds[kind] ?? {};
    return fieldNames(old, current).flatMap((name) => {
      const inner = { old: below(old, name), new: below(current, name) };
      const reading = fields[name] ?? fields[anyField];
      if (reading === undefined) {
        if (!isExample(name) && canonical(inner.old.value) !== canonical(inner.new.value))
          found.push({ name, ...inner });
        return [];
      }
      if (reading === "names" && joinedNames(inner.old) !== joinedNames(inner.new))
        found.push({ name, ...inner });
      if (inner.old.value === undefined || inner.new.value === undefined) return [];
      return this.#inside(reading, inner, kind === "parameter");
    });
  }

  #inside(reading: FieldReading, { old, new: current }: Both, isMember: boolean): Open[] {
    if (typeof reading === "string") return [];
    if ("one" in reading) return [{ old, new: current, kind: reading.one, isMember }];
    if ("map" in reading)
      return fieldNames(old, current)
        .map((name) => ({ old: below(old, name), new: below(current, name), kind: reading.map }))
        .filter((pair) => pair.old.value !== undefined && pair.new.value !== undefined);
    const known = new Map(listItems(old).map((item) => [this.#identity("old", item, reading.by), item]));
    return listItems(current).flatMap((item) => {
      const other = known.get(this.#identity("new", item, reading.by));
      return other === undefined ? [] : [{ old: other, new: item, kind: reading.list }];
    });
  }

  /** A schema of another language than JSON Schema is compared as a whole. */
  #messageSchemas({ old, new: current }: Both): Open[] {
    const { old: before, new: after } = this.versions;
    if (isForeignAt(before.contracts, old) || isForeignAt(after.contracts, current)) return [];
    return [
      {
        old: schemaWithin(before.contracts, old),
        new: schemaWithin(after.contracts, current),
        kind: schemaKind,
      },
    ];
  }

  #schemas({ old, new: current, isMember = false, isWhole = true }: Open, found: Unjudged[]): Open[] {
    const [before, after] = [this.#schemaBehind("old", old), this.#schemaBehind("new", current)];
    if (!isSchemaObject(before.value) || !isSchemaObject(after.value)) return [];
    found.push(...this.#lone(before, after, isWhole));
    for (const name of fieldNames(before, after)) {
      // Which dialects a file may have is checked before.
      if (name === "$schema" && [before, after].some(({ tokens }) => tokens.length === 0)) continue;
      const inner = { old: below(before, name), new: below(after, name) };
      if (isExample(name)) continue;
      const isRead = this.notes.hasRead(after.value);
      if (name === "discriminator" && isRead) found.push(...discriminatorFields(inner));
      if (isDecided(name, { old: inner.old.value, new: inner.new.value, isMember, isRead })) continue;
      if (canonical(inner.old.value) !== canonical(inner.new.value)) found.push({ name, ...inner });
    }
    return innerSchemas(before, after).map((pair) => ({ ...pair, kind: schemaKind }));
  }

  /** What only one version of a schema has, and no other rule tells: members of a schema file, and definitions that nothing refers to. */
  #lone(before: Place, after: Place, isWhole: boolean): Unjudged[] {
    const found = (keyword: string): Unjudged[] => {
      const [old, current] = [below(before, keyword), below(after, keyword)];
      return fieldNames(old, current).map((name) => ({
        name,
        old: below(old, name),
        new: below(current, name),
      }));
    };
    const { old, new: current } = this.versions;
    const isFile = isWhole && current.contracts.schemas.includes(after.document);
    const members = isFile && !this.notes.hasRead(after.value) ? found("properties") : [];
    const lone = members.filter(
      ({ old, new: current }) => old.value === undefined || current.value === undefined,
    );
    const names =
      lone.length === 0
        ? []
        : [schemaParts(old.contracts, [before]), schemaParts(current.contracts, [after])].map(
            ({ members }) => members,
          );
    return [
      ...lone.filter(({ name }) => names[0]?.has(name) !== names[1]?.has(name)),
      ...["$defs", "definitions"]
        .flatMap(found)
        .filter(({ old, new: current }) => !isDeepStrictEqual(old.value, current.value))
        .filter(
          ({ old, new: current }) => !this.#isReferred("old", old) && !this.#isReferred("new", current),
        ),
    ];
  }

  #isReferred(side: "old" | "new", place: Place): boolean {
    const { contracts } = this.versions[side];
    this.#referred[side] ??= new Set(
      [...contracts.documents.values()].flatMap((document) =>
        document.scan.references.flatMap(({ ref }) => {
          const resolution = resolveReference(contracts.documents, document, ref);
          return resolution.kind === "found" ? [placeKey(resolution.target)] : [];
        }),
      ),
    );
    return this.#referred[side].has(placeKey(place));
  }

  #exactKind(kind: string, { value }: Place): string {
    if (kind === "channel" && typeof recordOrEmpty(value).address !== "string")
      return "channel-without-address";
    if (kind === "variable" && Array.isArray(recordOrEmpty(value).enum)) return "listed-variable";
    return kind;
  }

  #behind(side: "old" | "new", place: Place): Place {
    return dereference(this.versions[side].contracts, place);
  }

  /** A schema, behind references that have no other keyword. */
  #schemaBehind(side: "old" | "new", place: Place): Place {
    if (Object.keys(recordOrEmpty(place.value)).length !== 1) return place;
    return this.#behind(side, place);
  }

  #identity(side: "old" | "new", item: Place, by: readonly string[]): string {
    const value = recordOrEmpty(this.#behind(side, item).value);
    return canonical(by.map((name) => value[name]));
  }
}

/** What a discriminator says beside its property and its values, such as `defaultMapping` of OpenAPI 3.2. */
function discriminatorFields(places: Both): Unjudged[] {
  if (![places.old, places.new].every(({ value }) => isSchemaObject(value))) return [];
  return fieldNames(places.old, places.new)
    .filter((name) => name !== "propertyName" && name !== "mapping")
    .map((name) => ({ name, old: below(places.old, name), new: below(places.new, name) }))
    .filter(({ old, new: current }) => canonical(old.value) !== canonical(current.value));
}

function fieldNames({ value: old }: Place, { value: current }: Place): string[] {
  const [before, after] = [recordOrEmpty(old), recordOrEmpty(current)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== "$ref" || typeof before.$ref !== "string",
  );
}

function joinedNames({ value }: Place): string {
  return canonical(Object.keys(recordOrEmpty(value)).sort());
}

function listItems(list: Place): Place[] {
  if (!Array.isArray(list.value)) return [];
  return list.value.map((_, index) => below(list, String(index)));
}
