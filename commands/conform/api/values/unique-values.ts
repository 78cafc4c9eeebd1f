import type { Node, NodeObject } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { type ValuePath, valuePlaces, withValueAt } from "./value-places.js";

/** Formats whose texts are no names: nobody demands that they differ. */
const plain = new Set(["date", "date-time", "time", "duration", "ipv4", "ipv6", "byte", "binary", "regex"]);

/**
 * A value like another one, whose texts differ from those of any other number: servers refuse a second object with the same name or address.
 * Texts that an enumeration, a format or a pattern leaves no room in stay.
 */
export function uniqueValue(root: Node, value: unknown, number: number): unknown {
  let current = value;
  for (const { path, value: text, nodes } of valuePlaces(root, value)) {
    if (typeof text !== "string" || !isName(nodes)) continue;
    for (const other of otherTexts(text, number)) {
      const changed = withValueAt(current, path, other);
      if (!holds(root, changed)) continue;
      current = changed;
      break;
    }
  }
  return current;
}

/** How texts are changed. */
interface Renaming {
  /** No other value has it. */
  readonly number: number;
  /** Whether the text at a path stays, since it names another item. */
  readonly isKept: (path: ValuePath) => boolean;
}

/** The same by changing letters and digits alone, so that lengths stay what they are: of values at the edge of a keyword. */
export function renamedValue(root: Node, value: unknown, { number, isKept }: Renaming): unknown {
  let current = value;
  for (const { path, value: text, nodes } of valuePlaces(root, value)) {
    if (typeof text !== "string" || !isName(nodes) || isKept(path)) continue;
    const changed = withValueAt(current, path, recoded(text, number));
    if (holds(root, changed)) current = changed;
  }
  return current;
}

function isName(nodes: readonly NodeObject[]): boolean {
  return nodes.every(
    (node) => node.enum === undefined && !("const" in node) && !plain.has(node.format?.name ?? ""),
  );
}

function* otherTexts(text: string, number: number): Generator<string> {
  const code = scattered(number);
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    yield text.slice(0, -12) + number.toString(16).padStart(12, "0").slice(-12);
  const at = text.indexOf("@");
  if (at > 0) yield `${text.slice(0, at)}.${code}${text.slice(at)}`;
  else if (/^https?:/.test(text)) yield text.endsWith("/") ? text + code : `${text}/${code}`;
  else yield `${text}-${code}`;
  const length = text.length;
  if (length >= code.length + 2) yield `${text.slice(0, length - code.length - 1)}-${code}`;
  // Where a pattern allows no hyphen, a longer name leaves more room than other letters of a short one.
  if (length < 6) for (const end of [code, code.toUpperCase(), String(number)]) yield text + end;
  yield recoded(text, number);
}

const spread = 36n ** 5n;

/** A code of a number. Those of numbers in a row are in no order, so that a list by names differs from one by age. */
function scattered(number: number): string {
  // A prime, so that no two of them are the same.
  return ((BigInt(number) * 15_485_863n) % spread).toString(36).padStart(3, "0");
}

/** The text with other letters and digits from its end on, each of its own kind. */
export function recoded(text: string, number: number): string {
  let left = number;
  const characters = [...text];
  for (let at = characters.length - 1; at >= 0 && left > 0; at--) {
    const character = characters[at] ?? "";
    const kind = kinds.find((each) => each.includes(character));
    if (kind === undefined) continue;
    characters[at] = kind[left % kind.length] ?? character;
    left = Math.floor(left / kind.length);
  }
  return characters.join("");
}

// The letters with accents are those of different letters, since some servers compare without accents.
const kinds = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "\u00e0\u00e9\u00ee\u00f5\u00fc\u00f1\u00e7\u00fd",
];
