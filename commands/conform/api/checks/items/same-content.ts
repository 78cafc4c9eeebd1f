import { isRecord } from "../../run/item-names.js";

/** A member that an item shows with another value than was sent. */
export interface ContentDifference {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly sent: unknown;
  readonly shown: unknown;
}

/**
 * The first member of what was sent that an item shows with another value; `undefined` if all that it shows are the same. Members that it
 * doesn't show say nothing, as do the times of its creation and its last change, and neither do spellings: of capitals, white space, time zones and numbers.
 */
export function contentDifference(
  sent: unknown,
  shown: unknown,
  pointer = "",
): ContentDifference | undefined {
  if (isRecord(sent) && isRecord(shown)) {
    for (const [name, member] of Object.entries(sent)) {
      if (!Object.hasOwn(shown, name) || isHistory(name)) continue;
      const found = contentDifference(member, shown[name], `${pointer}/${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(sent) && Array.isArray(shown)) return listDifference(sent, shown, pointer);
  // An answer may describe what a request names: the schemas say which.
  if (isOtherKind(sent, shown)) return undefined;
  if (isEquivalent(sent, shown)) return undefined;
  return { pointer, sent, shown };
}

/** Whether one of two values is an object and the other one a text, a number or a switch. */
function isOtherKind(one: unknown, other: unknown): boolean {
  const isPlain = (value: unknown): boolean => typeof value !== "object" && value !== undefined;
  return (isRecord(one) && isPlain(other)) || (isPlain(one) && isRecord(other));
}

function listDifference(
  sent: readonly unknown[],
  shown: readonly unknown[],
  pointer: string,
): ContentDifference | undefined {
  if (sent.some((item) => shown.some((other) => isOtherKind(item, other)))) return undefined;
  const isSet = sent.every((item) => shown.some((other) => contentDifference(item, other) === undefined));
  // A list without its repetitions is the same set.
  const fits =
    isSet && shown.every((item) => sent.some((other) => contentDifference(other, item) === undefined));
  if (fits) return undefined;
  return { pointer, sent, shown };
}

/** Numbers closer than this are one: servers round amounts. */
const tolerance = 0.0051;

function isEquivalent(sent: unknown, shown: unknown): boolean {
  if (sent === shown || (isNothing(sent) === true && isNothing(shown))) return true;
  if (typeof sent === "number" && (typeof shown === "number" || typeof shown === "string"))
    return Math.abs(sent - Number(shown)) <= tolerance;
  if (typeof sent !== "string" || typeof shown !== "string") return String(sent) === String(shown);
  if (plainText(sent) === plainText(shown)) return true;
  if (!/^\d{4}-\d\d-\d\d/.test(sent)) return false;
  return Date.parse(sent) === Date.parse(shown);
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function plainText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** Whether a member is the time at which an item was made or changed, which servers set, whether or not the contract says so by `readOnly`. */
export function isHistory(name: string): boolean {
  return /^(?:last)?(?:created|inserted|updated|modified|changed)(?:at|on|time|date)?$/i.test(
    name.replace(/[_-]/g, ""),
  );
}

/** Members that change by themselves: times, versions, counts, and the places of items between others. */
const restless =
  /^(?:position|index|rank|sequence|sort_?order)$|(?:^|_)(?:at|on|time|date|etag|version|revision|modified|updated|accessed|seen|views?|hits)$|(?:At|On|Time|Date|Version|Revision|Modified|Updated)$/;

/** An item without the members that change by themselves, such as the time of its last change. */
export function settled(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !restless.test(name)));
}
