/** How a value is varied. */
interface ValueVariation {
  readonly seed: string;
  readonly isValid: (value: unknown) => boolean;
}

/** Leaves that are varied; the others stay as they are. */
const mostLeaves = 200;

/** Checks of changed values. */
const mostChecks = 100;

/** A place in a value: names and numbers from its root. */
type Path = readonly (string | number)[];

/**
 * A valid value with other texts, numbers and booleans, which depend only on the seed. Changes that the schema refuses
 * are taken back, found by halving, within a number of checks.
 */
export function variedValue(value: unknown, { seed, isValid }: ValueVariation): unknown {
  const random = seededRandom(seed);
  const changes = findLeaves(value).map(([path, leaf]) => [path, otherLeaf(leaf, random)] as const);
  let checks = mostChecks;
  let current = value;
  const apply = (part: typeof changes): void => {
    if (part.length === 0 || --checks < 0) return;
    const changed = part.reduce((all, [path, leaf]) => replaced(all, path, leaf), current);
    if (isValid(changed)) current = changed;
    else if (part.length > 1) {
      apply(part.slice(0, part.length >> 1));
      apply(part.slice(part.length >> 1));
    }
  };
  apply(changes);
  return current;
}

function findLeaves(root: unknown): readonly (readonly [Path, unknown])[] {
  const found: (readonly [Path, unknown])[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (found.length >= mostLeaves) return;
    if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, [...path, at]);
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) visit(item, [...path, name]);
    else if (value !== null) found.push([path, value]);
  };
  visit(root, []);
  return found;
}

/** The same value with another leaf; nothing that it shares with the first one is changed. */
function replaced(value: unknown, [first, ...rest]: Path, leaf: unknown): unknown {
  if (first === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((item, at) => (at === first ? replaced(item, rest, leaf) : (item as unknown)));
  // Own properties, whatever their names.
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [
      name,
      name === first ? replaced(item, rest, leaf) : (item as unknown),
    ]),
  );
}

function otherLeaf(leaf: unknown, random: Random): unknown {
  if (typeof leaf === "boolean") return random() < 0.5;
  if (typeof leaf === "number")
    return Number.isInteger(leaf) ? 1 + Math.floor(random() * 100) : Math.round(random() * 10_000) / 100;
  if (typeof leaf === "string") return otherText(leaf, random);
  return leaf;
}

const day = 86_400_000;
const firstDay = Date.UTC(2020, 0, 1);

/** Another text of the same form: letters for letters, digits for digits; dates stay dates. */
function otherText(text: string, random: Random): string {
  const time = /^\d{4}-\d\d-\d\d(T.*)?$/.exec(text);
  if (time !== null) {
    const instant = new Date(firstDay + Math.floor(random() * 3_650 * day)).toISOString();
    if (time[1] === undefined) return instant.slice(0, 10);
    return instant.replace(/\.\d+Z$/, "Z");
  }
  const address = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(text);
  if (address !== null) return `${address[1]}/${letters(8, random)}`;
  if (/^[0-9a-f]{8}-0000-4000-8000-0{12}$/.test(text)) return uuid(random);
  if (/^example(?:-|$)/.test(text)) return `${text}-${letters(4, random)}`;
  return text.replace(/[a-z]|\d/g, (character) =>
    /\d/.test(character) ? String(Math.floor(random() * 10)) : letters(1, random),
  );
}

function letters(count: number, random: Random): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
}

function uuid(random: Random): string {
  const hex = (count: number): string =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Numbers from 0 up to, but not including, 1. */
type Random = () => number;

/** Random numbers that depend only on the seed (FNV-1a, then mulberry32). */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
