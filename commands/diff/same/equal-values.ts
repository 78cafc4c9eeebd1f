import { type PartReading, valueReading } from "../../../reader/documents/document.js";
import { exactIn } from "../../../reader/documents/exact-number.js";
import { canonical } from "../inclusion/goal/canonical.js";

/** What is for people. */
const documentation: ReadonlySet<string> = new Set(
  "title summary description $comment example examples externalDocs".split(" "),
);

/**
 * Whether two parts of contracts say the same, documentation aside. The order of members doesn't count; numbers do that no double holds.
 */
export function areEqual(one: unknown, other: unknown, reading: PartReading = "keywords"): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return canonical(one) === canonical(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const isCounted = (name: string): boolean => reading !== "keywords" || !documentation.has(name);
  const names = Object.keys(one).filter(isCounted);
  return (
    names.length === Object.keys(other).filter(isCounted).length &&
    names.every((name) => Object.hasOwn(other, name) && haveEqual({ one, other, reading }, name))
  );
}

interface Both {
  readonly one: object;
  readonly other: object;
  readonly reading: PartReading;
}

function haveEqual({ one, other, reading }: Both, name: string): boolean {
  const value = (one as Members)[name];
  if (!isContainer(value)) return canonical(exactIn(one, name)) === canonical(exactIn(other, name));
  const inner = reading === "data" ? reading : valueReading(reading, name, value);
  return areEqual(value, (other as Members)[name], inner);
}

type Members = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
