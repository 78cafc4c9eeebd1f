import { createHash } from "node:crypto";
import type { Book, ShopFault } from "./shop-rules.js";

/** An answer of the shop. */
export interface ShopAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal by its status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(title);
  }
}

/** The value of a JSON body; `undefined` if it isn't one. */
export function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The ETag of a book. */
export function etag(book: Book, fault: ShopFault | undefined): string {
  const text = fault === "etag-constant" ? book.id : JSON.stringify(book);
  return `"${createHash("sha256").update(text).digest("hex").slice(0, 16)}"`;
}

/** An answer with a value. */
export function json(status: number, value: unknown): ShopAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** A refusal as an answer. */
export function problem({ status, title, headers }: Refused): ShopAnswer {
  return {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
    body: JSON.stringify({ title, status }),
  };
}

/** Whether an `If-Match` header, if there is one, names the ETag of a book. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? "*").split(",").map((each) => each.trim());
  return tags.includes("*") || tags.includes(tag);
}
