import type { Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { Outgoing } from "./outgoing.js";

/** The parts of a request that its signature may cover. */
export interface SentParts {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
  /** Further headers. */
  readonly others: Outgoing["headers"];
}

/**
 * The parts with the first byte of one moved to the end of the part before it, by its number in the signed content, from
 * 2. Throws `MalformedCase` unless both are sent.
 */
export function withMovedByte(
  { signature: { content } }: Protocol,
  parts: SentParts,
  at: number | undefined,
): SentParts {
  if (at === undefined) return parts;
  const [before, after] = [content[at - 2], content[at - 1]];
  if (before === undefined || after === undefined || !isSent(before) || !isSent(after))
    throw new MalformedCase(`no byte can be moved from the signed part ${at}`);
  const bytes = bytesOf(parts, after);
  const longer = Buffer.concat([bytesOf(parts, before), bytes.subarray(0, 1)]);
  return replaced(replaced(parts, before, longer), after, bytes.subarray(1));
}

type Part = Protocol["signature"]["content"][number];
/** A signed part that is sent as it is. */
export type SentPart = Exclude<keyof SentParts, "others"> | { readonly header: string };

/** Whether a signed part is sent as it is: a header, or the body. */
export function isSent(part: Part): part is SentPart {
  return typeof part === "string" ? part !== "url" : "header" in part;
}

function bytesOf(parts: SentParts, part: SentPart): Buffer {
  if (part === "body") return Buffer.from(parts.body);
  if (typeof part === "string") return Buffer.from(parts[part], "latin1");
  const [, value = ""] = parts.others.find(([name]) => isNamed(name, part)) ?? [];
  return Buffer.from(value, "latin1");
}

function replaced(parts: SentParts, part: SentPart, bytes: Buffer): SentParts {
  if (part === "body") return { ...parts, body: bytes };
  const text = bytes.toString("latin1");
  if (typeof part === "string") return { ...parts, [part]: text };
  return { ...parts, others: parts.others.map((each) => (isNamed(each[0], part) ? [each[0], text] : each)) };
}

function isNamed(name: string, { header }: { readonly header: string }): boolean {
  return name.toLowerCase() === header.toLowerCase();
}
