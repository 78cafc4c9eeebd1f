import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, type Place, referenceChain } from "../../../reader/documents/place.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { toRecord } from "../part.js";
import type { Versions } from "../version.js";
import { type DiscriminatorChange, discriminatorChange } from "./discriminators.js";
import type { SchemaParts } from "./schema-parts.js";

/** Something that a schema declares in one version only. */
export type Note =
  | {
      readonly kind: "member-added" | "member-removed";
      readonly name: string;
      readonly isRequired: boolean;
      /** Whether objects of the other version refuse the member. */
      readonly isRefused: boolean;
      /** In which direction alone it is sent. */
      readonly directions: ReadonlySet<Direction>;
      /** The member in its version, and the object's schema in the other one. */
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "default-changed";
      readonly name: string;
      readonly values: { readonly old: unknown; readonly new: unknown };
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "discriminator-changed";
      readonly change: DiscriminatorChange;
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "member-deprecated" | "member-kept";
      readonly name: string;
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "others-changed";
      readonly was: OtherMembers;
      readonly is: OtherMembers;
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "direction-changed";
      readonly name: string;
      readonly keyword: Direction;
      readonly isNow: boolean;
      /** Whether both versions require it, apart from the direction. */
      readonly isRequired: boolean;
      readonly old: Place;
      readonly new: Place;
    }
  | {
      readonly kind: "value-added" | "value-removed";
      readonly value: unknown;
      readonly old: Place;
      readonly new: Place;
    };

/** What an object may have beyond the members that it names. */
export type OtherMembers = "refused" | "described" | "any";

const directionKeywords = ["readOnly", "writeOnly"] as const;

/** A keyword by which a member is sent in one direction only. */
export type Direction = (typeof directionKeywords)[number];

/** What schemas say about values beyond which are valid: defaults, discriminators, values of open enums. */
export function valueNotes(old: SchemaParts, current: SchemaParts, versions: Versions): Note[] {
  return [
    ...defaultNotes(old, current, versions),
    ...otherNotes(old, current),
    ...directionNotes(old, current, versions),
    ...discriminatorNotes(old, current),
    ...openValueNotes(old.openValues, current.openValues),
  ];
}

function openValueNotes(old: SchemaParts["openValues"], current: SchemaParts["openValues"]): Note[] {
  if (old === undefined || current === undefined) return [];
  const places = { old: old.place, new: current.place };
  const [before, after] = [old.values, current.values].map((values) => new Set(values.map(canonical)));
  const absent = (values: readonly unknown[], from: ReadonlySet<string> | undefined): unknown[] =>
    values.filter((value) => from?.has(canonical(value)) !== true);
  return [
    ...absent(old.values, after).map((value): Note => ({ kind: "value-removed", value, ...places })),
    ...absent(current.values, before).map((value): Note => ({ kind: "value-added", value, ...places })),
  ];
}

/** A member of both versions, by its first schemas. */
interface SharedMember {
  readonly name: string;
  readonly member: Place;
  readonly other: Place;
  /** In both versions. */
  readonly isRequired: boolean;
}

function sharedMembers(old: SchemaParts, current: SchemaParts): SharedMember[] {
  return [...old.members].flatMap(([name, [member]]) => {
    const other = current.members.get(name)?.[0];
    if (member === undefined || other === undefined) return [];
    return [{ name, member, other, isRequired: old.required.has(name) && current.required.has(name) }];
  });
}

/** Defaults of members that both versions have and don't require: whoever leaves such a member out gets another value. */
function defaultNotes(old: SchemaParts, current: SchemaParts, versions: Versions): Note[] {
  const notes: Note[] = [];
  for (const { name, member, other, isRequired } of sharedMembers(old, current)) {
    if (isRequired) continue;
    const before = defaultAt(versions.old.contracts, member);
    const after = defaultAt(versions.new.contracts, other);
    const values = { old: before.value, new: after.value };
    if (canonical(values.old) !== canonical(values.new))
      notes.push({ kind: "default-changed", name, values, old: before.place, new: after.place });
  }
  return notes;
}

/** Of objects with members: one without any doesn't say whether others are refused. */
function otherNotes(old: SchemaParts, current: SchemaParts): Note[] {
  const [before, after] = [old.applied[0], current.applied[0]];
  if (before === undefined || after === undefined || old.members.size === 0 || current.members.size === 0)
    return [];
  const [was, is] = [otherMembers(old), otherMembers(current)];
  if (was === is) return [];
  return [{ kind: "others-changed", was, is, old: before, new: after }];
}

function otherMembers({ isClosed, describesOthers }: SchemaParts): OtherMembers {
  if (isClosed) return "refused";
  return describesOthers ? "described" : "any";
}

/** Members of both versions that are sent in one direction only in one of them. */
function directionNotes(old: SchemaParts, current: SchemaParts, versions: Versions): Note[] {
  const notes: Note[] = [];
  for (const { name, member, other, isRequired } of sharedMembers(old, current)) {
    for (const keyword of directionKeywords) {
      const was = isMarked(versions.old.contracts, member, keyword);
      const isNow = isMarked(versions.new.contracts, other, keyword);
      if (was !== isNow)
        notes.push({ kind: "direction-changed", name, keyword, isNow, isRequired, old: member, new: other });
    }
  }
  return notes;
}

/** The keywords among `readOnly` and `writeOnly` that a member has. */
export function markedDirections(contracts: Contracts, member: Place): ReadonlySet<Direction> {
  return new Set(directionKeywords.filter((keyword) => isMarked(contracts, member, keyword)));
}

function isMarked(contracts: Contracts, member: Place, keyword: Direction): boolean {
  return referenceChain(contracts, member).some(({ value }) => toRecord(value)[keyword] === true);
}

/** The default of a member, and where it is; without one, the member. */
function defaultAt(contracts: Contracts, member: Place): { readonly value: unknown; readonly place: Place } {
  const found = referenceChain(contracts, member).find(({ value }) => toRecord(value).default !== undefined);
  if (found === undefined) return { value: undefined, place: member };
  return { value: toRecord(found.value).default, place: below(found, "default") };
}

function discriminatorNotes(old: SchemaParts, current: SchemaParts): Note[] {
  const [before] = old.discriminators;
  const same = current.discriminators.find(({ propertyName }) => propertyName === before?.propertyName);
  const after = same ?? current.discriminators[0];
  const change = discriminatorChange(before, after);
  const places = [before?.place ?? old.applied[0], after?.place ?? current.applied[0]];
  const [was, is] = places;
  if (change === undefined || was === undefined || is === undefined) return [];
  return [{ kind: "discriminator-changed", change, old: was, new: is }];
}
