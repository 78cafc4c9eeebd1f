import { isDeepStrictEqual } from "node:util";
import {
  foreignSchema,
  isForeignAt,
  schemaWithin,
} from "../../../reader/documents/asyncapi/schema-formats.js";
import type { Document } from "../../../reader/documents/document.js";
import { below, dereference, type Place, placeKey } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { isSchemaObject, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { MemberNotes, SchemaUse } from "../parts/member-notes.js";
import { schemaParts } from "../parts/schema-parts.js";
import type { Sameness } from "../same/sameness.js";
import type { Versions } from "../version.js";
import { asyncapiFields } from "./asyncapi-fields.js";
import {
  type Both,
  differing,
  discriminatorFields,
  fieldNames,
  hasScalar,
  isReference,
  joinedNames,
  listItems,
  referenceSiblings,
  type Unjudged,
} from "./differing-fields.js";
import {
  type FieldReading,
  type Fields,
  fieldReading,
  isExample,
  isExtension,
  schemaKind,
} from "./fields.js";
import { hasJsonContents } from "./keyword-changes.js";
import { openapiFields } from "./openapi-fields.js";
import { innerSchemas, isDecided } from "./schema-keywords.js";

interface Open extends Both {
  readonly kind: string;
  /** Whether it is the schema of a member or a parameter, whose default is compared. */
  readonly isMember?: boolean;
  /** Whether it is all that is said of a value, and not a schema beside others. */
  readonly isWhole?: boolean;
}

const formats = { openapi: openapiFields, asyncapi: asyncapiFields, schema: {} } as const;

/** What a schema in a language of its own is compared by, and the mark that it gets when it is read. */
const besideForeign: ReadonlySet<string> = new Set(["schema", "schemaFormat", foreignSchema]);

/**
 * Finds what differs between two versions of documents, and isn't compared: fields that no rule reads, in all objects that both versions have.
 * What only one of them has is compared as a whole, as added or removed.
 */
export class UnjudgedFields {
  /** Schemas of the contents of texts that differ, to be compared like others. */
  readonly contents: (Both & { readonly uses: readonly SchemaUse[] })[] = [];
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
      if (next.kind === "message-schema") open.push(...this.#messageSchemas(next, found));
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
    found.push(...referenceSiblings(pair));
    const kind = this.#exactKind(pair.kind, current);
    const fields = kinds[kind] ?? {};
    return fieldNames(old, current).flatMap((name) => {
      const inner = { old: below(old, name), new: below(current, name) };
      const reading = fieldReading(fields, name);
      if (reading === undefined) {
        if (!isExample(name) && canonical(inner.old.value) !== canonical(inner.new.value))
          found.push({ name, ...inner });
        return [];
      }
      if (reading === "names" && joinedNames(inner.old) !== joinedNames(inner.new))
        found.push({ name, ...inner });
      found.push(...this.#aside(reading, { name, ...inner }));
      if (inner.old.value === undefined || inner.new.value === undefined) return [];
      return this.#inside(reading, inner, kind === "parameter");
    });
  }

  /** What is said beside references and in maps, and isn't of the kind that they hold; references that lead nowhere. */
  #aside(reading: FieldReading, field: Unjudged): Unjudged[] {
    const { old, new: current } = field;
    if (typeof reading === "object" && "one" in reading) return hasScalar(field) ? [field] : [];
    if (reading === "reference") return this.#reference({ old, new: current });
    if (reading === "references")
      return fieldNames(old, current).flatMap((name) =>
        this.#reference({ old: below(old, name), new: below(current, name) }),
      );
    if (typeof reading === "string" || !("map" in reading)) return [];
    return differing(old, current).filter(
      (each) => (reading.isExtensible && isExtension(each.name)) || hasScalar(each),
    );
  }

  #reference(pair: Both): Unjudged[] {
    const isLost = (["old", "new"] as const).some((side) => isReference(this.#behind(side, pair[side])));
    const [old, current] = [below(pair.old, "$ref"), below(pair.new, "$ref")];
    if (!isLost || old.value === current.value) return referenceSiblings(pair);
    return [...referenceSiblings(pair), { name: "$ref", old, new: current }];
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
  #messageSchemas({ old, new: current }: Both, found: Unjudged[]): Open[] {
    const { old: before, new: after } = this.versions;
    // Fields beside the schema and its language.
    if ([old, current].every(({ value }) => typeof recordOrEmpty(value).schemaFormat === "string"))
      found.push(...differing(old, current).filter(({ name }) => !besideForeign.has(name)));
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
    const hasJson = hasJsonContents({ old: before, new: after });
    for (const name of fieldNames(before, after)) {
      // Which dialects a file may have is checked before.
      if (name === "$schema" && [before, after].some(({ tokens }) => tokens.length === 0)) continue;
      const inner = { old: below(before, name), new: below(after, name) };
      if (isExample(name)) continue;
      const isRead = this.notes.hasRead(after.value);
      if (name === "discriminator" && isRead) found.push(...discriminatorFields(inner));
      if (isDecided(name, { old: inner.old.value, new: inner.new.value, isMember, isRead })) continue;
      if (canonical(inner.old.value) === canonical(inner.new.value)) continue;
      const uses = this.notes.usesIn(after.value);
      if (name === "contentSchema" && hasJson) this.contents.push({ ...inner, uses });
      else found.push({ name, ...inner, uses });
    }
    const content = {
      old: below(before, "contentSchema"),
      new: below(after, "contentSchema"),
      kind: schemaKind,
    };
    return [
      ...innerSchemas(before, after).map((pair) => ({ ...pair, kind: schemaKind })),
      ...(hasJson ? [content] : []),
    ];
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
