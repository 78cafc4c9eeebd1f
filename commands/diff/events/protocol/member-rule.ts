import type { FindingCode } from "../../codes.js";
import { changeText, type RoleEffects } from "../../shared-rules.js";

/** What a change of a protocol's member means to those who send deliveries, and to those who receive them. */
export interface Meaning {
  readonly code: FindingCode;
  readonly effects: RoleEffects;
  /** One sentence without a full stop. */
  readonly message: string;
  readonly remedy?: string;
}

/** The values of a member in both versions; `undefined` if a version doesn't have it. */
export interface MemberValues {
  readonly old: unknown;
  readonly new: unknown;
}

/** Judges a member whose value differs. */
export type MemberRule = (values: MemberValues) => Meaning;

/** Programs of both sides fail against the other side of the new version. */
export const both: Required<RoleEffects> = { sender: "breaking", receiver: "breaking" };
/** Programs of both sides run, but something is lost. */
export const bothRisky: Required<RoleEffects> = { sender: "risky", receiver: "risky" };

interface Texts {
  readonly code: FindingCode;
  /** The member, for people. */
  readonly what: string;
  readonly remedy?: string;
}

/** A rule for a member that has the same effects whatever its values are. */
export function anyChange({ code, what, remedy }: Texts, effects: RoleEffects): MemberRule {
  return (values) => ({
    code,
    effects,
    message: changeText(what, values),
    ...(remedy !== undefined && { remedy }),
  });
}

/** A rule for a member that may be absent. */
export function byPresence(
  texts: Texts,
  effects: { readonly added: RoleEffects; readonly removed: RoleEffects; readonly changed: RoleEffects },
): MemberRule {
  return (values) => {
    if (values.old === undefined) return anyChange(texts, effects.added)(values);
    if (values.new === undefined) return anyChange(texts, effects.removed)(values);
    return anyChange(texts, effects.changed)(values);
  };
}

/** A rule for a number. */
export function bySize(
  texts: Texts,
  effects: { readonly more: RoleEffects; readonly less: RoleEffects },
): MemberRule {
  return (values) =>
    anyChange(texts, Number(values.new) > Number(values.old) ? effects.more : effects.less)(values);
}

/** A rule for a set; `text` says what its new and its lost values mean. */
export function bySet(
  {
    code,
    text,
    remedy,
  }: {
    readonly code: FindingCode;
    readonly text: (gained: readonly unknown[], lost: readonly unknown[]) => string;
    readonly remedy?: string;
  },
  effects: (gained: readonly unknown[], lost: readonly unknown[]) => RoleEffects,
): MemberRule {
  return ({ old, new: current }) => {
    const [before, after] = [asList(old), asList(current)];
    const gained = after.filter((value) => !before.includes(value));
    const lost = before.filter((value) => !after.includes(value));
    return {
      code,
      effects: effects(gained, lost),
      message: text(gained, lost),
      ...(remedy !== undefined && { remedy }),
    };
  };
}

function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return [];
}
