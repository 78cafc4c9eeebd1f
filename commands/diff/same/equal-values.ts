import { type PartReading, valueReading } from "../../../reader/documents/document.js";
import { exactIn } from "../../../reader/documents/exact-number.js";
import { canonical } from "../inclusion/goal/canonical.js";

/** Texts for people, and what else is for them. */
const texts: ReadonlySet<string> = new Set(["title", "summary", "description", "$comment"]);
const documentation: ReadonlySet<string> = new Set(["example", "examples", "externalDocs"]);

/** Members whose own names are those of properties, schemes, scopes or methods, which may be called like documentation. */
const naming: ReadonlySet<string> = new Set(
  "dependentRequired security scopes availableScopes additionalOperations mediaTypes".split(" "),
);

/**
 * Whether two parts of contracts say the same, documentation aside. The order of members doesn't count; numbers do that no double holds.
 */
export function areEqual(one: unknown, other: unknown, reading: PartReading = "keywords"): boolean {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return canonical(one) === canonical(other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = countedNames(one, reading);
  return (
    names.length === countedNames(other, reading).length &&
    names.every((name) => Object.hasOwn(other, name) && haveEqual({ one, other, reading }, name))
  );
}

function countedNames(value: object, reading: PartReading): readonly string[] {
  const names = Object.keys(value);
  if (reading !== "keywords") return names;
  const isText = (name: string): boolean => texts.has(name) && typeof (value as Members)[name] === "string";
  return names.filter((name) => !documentation.has(name) && !isText(name));
}

interface Both {
  readonly one: object;
  readonly other: object;
  readonly reading: PartReading;
}

function haveEqual({ one, other, reading }: Both, name: string): boolean {
  const value = (one as Members)[name];
  if (!isContainer(value)) return canonical(exactIn(one, name)) === canonical(exactIn(other, name));
  return areEqual(value, (other as Members)[name], innerReading(reading, name, value));
}

function innerReading(above: PartReading, name: string, value: object): PartReading {
  if (above === "data" || (above === "keywords" && naming.has(name))) return "data";
  return valueReading(above, name, value);
}

type Members = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
