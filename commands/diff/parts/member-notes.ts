import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { isOnlyReference, type Place, placeKey, referredSchema } from "../../../reader/documents/place.js";
import type { PartFlow } from "../part.js";
import type { Sameness } from "../same/sameness.js";
import type { Version, Versions } from "../version.js";
import { type SchemaParts, schemaParts } from "./schema-parts.js";
import { markedDirections, type Note, valueNotes } from "./value-notes.js";

/** Schemas that apply to the same value in both versions; at least one each. */
interface Pair {
  readonly old: readonly Place[];
  readonly new: readonly Place[];
}

interface Known {
  /** The schemas of the new version. */
  readonly applied: readonly unknown[];
  readonly notes: readonly Note[];
  readonly inner: readonly { readonly step: string; readonly key: string }[];
}

/** Where a schema is used: who sends what it describes, if that is known, and the media type of the body. */
export interface SchemaUse {
  readonly flow: PartFlow | "any";
  /** In lower case; "" for what isn't a body; absent if it isn't known. */
  readonly mediaType?: string | undefined;
}

/** A note, and where the schema is that it is about, from the value's root on: `items[].owner`. */
export type PlacedNote = Note & { readonly path: string };

/** A path with one more step. */
export function joined(path: string, step: string): string {
  if (path === "" || step.startsWith("[")) return `${path}${step}`;
  return `${path}.${step}`;
}

/**
 * Finds what schemas declare in one version only. An open object accepts it all the same, so it isn't found by comparing
 * what is valid; but what one side sends there, the other doesn't know.
 */
export class MemberNotes {
  readonly #known = new Map<string, Known>();
  /** The schemas of the new version that were read. */
  readonly #schemas = new Set<unknown>();
  readonly #applied = new Set<unknown>();
  /** By the schema of the new version and their text. */
  readonly #uses = new Map<unknown, Map<string, SchemaUse>>();

  constructor(
    readonly versions: Versions,
    readonly sameness: Sameness,
  ) {}

  /** The notes of a schema and of all schemas below it, each with its shortest path. */
  of(pair: { readonly old: Place; readonly new: Place }, use: SchemaUse): readonly PlacedNote[] {
    const notes: PlacedNote[] = [];
    const paths = new Map([[this.#read({ old: [pair.old], new: [pair.new] }), ""]]);
    // What is added while it runs is visited, too, so that the nearest comes first.
    for (const [key, path] of paths) {
      const known = this.#known.get(key);
      for (const schema of known?.applied ?? []) this.#addUse(schema, use);
      notes.push(...(known?.notes ?? []).map((note) => ({ ...note, path })));
      for (const { key: inner, step } of known?.inner ?? [])
        if (!paths.has(inner)) paths.set(inner, joined(path, step));
    }
    return notes;
  }

  /** Where a schema of the new version is used, as far as it was read. */
  usesIn(schema: unknown): readonly SchemaUse[] {
    return [...(this.#uses.get(schema)?.values() ?? [])];
  }

  #addUse(schema: unknown, use: SchemaUse): void {
    const known = this.#uses.get(schema) ?? new Map<string, SchemaUse>();
    known.set(`${use.flow} ${use.mediaType}`, use);
    this.#uses.set(schema, known);
  }

  /** Whether the notes say what has changed in a schema of the new version. */
  hasRead(schema: unknown): boolean {
    return this.#applied.has(schema);
  }

  /** Reads a pair and those below it, each once. Returns the pair's key. */
  #read(given: Pair): string {
    const root = this.#followed(given);
    const open = [root];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const key = keyOfPair(pair);
      if (this.#known.has(key)) continue;
      const old = schemaParts(this.versions.old.contracts, pair.old);
      const current = schemaParts(this.versions.new.contracts, pair.new);
      const inner = innerPairs(old, current)
        .map(({ step, ...each }) => ({ step, pair: this.#followed(each) }))
        .filter(({ pair: each }) => !this.#isSame(each));
      for (const place of pair.new) this.#schemas.add(place.value);
      for (const place of current.applied) this.#applied.add(place.value);
      this.#known.set(key, {
        applied: current.applied.map(({ value }) => value),
        notes: this.#makeNotes(old, current),
        inner: inner.map(({ step, pair: each }) => ({ step, key: keyOfPair(each) })),
      });
      open.push(...inner.map(({ pair: each }) => each));
    }
    return keyOfPair(root);
  }

  /** Whether nothing has changed in a pair, and below it. */
  #isSame({ old: [old, ...others], new: [current, ...rest] }: Pair): boolean {
    if (old === undefined || current === undefined || others.length + rest.length > 0) return false;
    return this.sameness.areShared(old, current);
  }

  #makeNotes(old: SchemaParts, current: SchemaParts): Note[] {
    const notes: Note[] = [];
    // A schema without members doesn't say which there are.
    if (old.members.size > 0 && current.members.size > 0) {
      for (const [name, [member]] of old.members)
        if (member !== undefined && !current.members.has(name))
          for (const other of this.#counterparts("new", declaring(member), current))
            notes.push({
              kind: "member-removed",
              name,
              isRequired: old.required.has(name),
              isRefused: current.isClosed,
              directions: markedDirections(this.versions.old.contracts, member),
              old: member,
              new: other,
            });
      for (const [name, [member]] of current.members)
        if (member !== undefined && !old.members.has(name))
          for (const other of this.#counterparts("old", declaring(member), old))
            notes.push({
              kind: "member-added",
              name,
              isRequired: current.required.has(name),
              isRefused: old.isClosed,
              directions: markedDirections(this.versions.new.contracts, member),
              old: other,
              new: member,
            });
    }
    const [before, after] = [old.deprecated, current.deprecated];
    if (after !== undefined && before === undefined)
      for (const other of this.#counterparts("old", after, old))
        notes.push({ kind: "member-deprecated", name: after.tokens.at(-1) ?? "", old: other, new: after });
    if (before !== undefined && after === undefined)
      for (const other of this.#counterparts("new", before, current))
        notes.push({ kind: "member-kept", name: before.tokens.at(-1) ?? "", old: before, new: other });
    return [...notes, ...valueNotes(old, current, this.versions)];
  }

  /** Of the schemas of a version, the one in the same place as one of the other version, or else the first. */
  #counterparts(side: "old" | "new", schema: PlaceName, { applied }: SchemaParts): readonly Place[] {
    const other = this.versions[side === "old" ? "new" : "old"];
    const name = nameIn(other, schema);
    const same = applied.find((each) => nameIn(this.versions[side], each) === name);
    if (same === undefined) return applied.slice(0, 1);
    return [same];
  }

  /** Schemas that are nothing but a reference count as their targets, so that a shared one is reported once. */
  #followed({ old, new: current }: Pair): Pair {
    const most = this.#known.size < fewGroups + groupsPerSchema * this.#schemas.size ? undefined : 1;
    return {
      old: targets(this.versions.old.contracts, old).slice(0, most),
      new: targets(this.versions.new.contracts, current).slice(0, most),
    };
  }
}

/** Guessed: real contracts have about one group for each schema; schemas that refer to each other could have one for each set. */
const groupsPerSchema = 4;
const fewGroups = 1_000;

/** Each target once, in an order that doesn't depend on how a schema refers to them. */
function targets(contracts: Contracts, places: readonly Place[]): readonly Place[] {
  const found = new Map(
    places.map((place) => {
      const target = followReference(contracts, place);
      return [placeKey(target), target];
    }),
  );
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}

function followReference(contracts: Contracts, place: Place): Place {
  if (isOnlyReference(place.value)) return referredSchema(contracts, place, place.value.$ref);
  return place;
}

function keyOfPair({ old, new: current }: Pair): string {
  return `${old.map(placeKey).join()} ${current.map(placeKey).join()}`;
}

/** `step` leads from the schemas to the pair: a member's name, `[]`, or one of `others`. */
function innerPairs(old: SchemaParts, current: SchemaParts): (Pair & { readonly step: string })[] {
  const pairs: (Pair & { readonly step: string })[] = [];
  for (const [name, member] of old.members) {
    const counterpart = current.members.get(name);
    if (counterpart !== undefined) pairs.push({ step: name, old: member, new: counterpart });
  }
  for (const [step, schemas] of old.others) {
    const counterpart = current.others.get(step);
    if (counterpart !== undefined) pairs.push({ step, old: schemas, new: counterpart });
  }
  if (old.items.length > 0 && current.items.length > 0)
    pairs.push({ step: "[]", old: old.items, new: current.items });
  return pairs;
}

type PlaceName = Pick<Place, "document" | "tokens">;

/** A text that places in the same position of both versions share. */
function nameIn({ names }: Version, { document, tokens }: PlaceName): string {
  return `${names.get(document.path) ?? document.file}#${toPointer(tokens)}`;
}

/** The schema that declares a member. */
function declaring({ document, tokens }: Place): PlaceName {
  return { document, tokens: tokens.slice(0, -2) };
}
