import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { BaseResolver, Document as RedoclyDocument } from "@redocly/openapi-core";
import { isOpenApi } from "../documents/contract-kind.js";
import type { ContractFinding, Contracts } from "../documents/contracts.js";
import { type Document, isExtension, type PartReading, valueReading } from "../documents/document.js";
import { loadRedocly } from "../large-libraries.js";

const names = Object.getOwnPropertyNames(Object.prototype);
const inherited: ReadonlySet<string> = new Set(names);
const inText = new RegExp(`(?:${names.join("|")})["']?\\s*:`);
const inReference = new RegExp(`/(${names.join("|")})(?=/|$)`, "g");

/** Appended to a name that every object inherits; zero width, and not in any contract's names. */
const mark = "\u2060";

/**
 * A document that Redocly's linter can read. The linter looks names up in plain objects, so a property named
 * `constructor` or `valueOf` finds an inherited member. Such names get a mark, which `unmarked` removes.
 */
export function marked({ text, value }: { readonly text: string; readonly value: unknown }): unknown {
  if (inText.test(text)) return markNames(value);
  return value;
}

/** The text without the marks that `markNames` appends. */
export function unmarked(text: string): string {
  return text.replaceAll(mark, "");
}

function markNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(markNames);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      inherited.has(name) ? name + mark : name,
      name === "$ref" && typeof item === "string" ? item.replace(inReference, `/$1${mark}`) : markNames(item),
    ]),
  );
}

/** What a finding says of a document on which a library failed. */
type NotJudged = Pick<ContractFinding, "code" | "message" | "hint"> & { readonly code: "not-judged" };

/** What to do about a document that could not be judged. */
export const notJudgedHint =
  "Correct what other findings of this document name. If there are none, a part of it has a form that no specification knows.";

/**
 * What to report if a library throws on a document: `who` could not judge it. The document may be valid or not; the library's own error
 * is about its code, so it isn't shown, unless it was thrown on purpose. Rethrows a `RangeError`, which has a finding of its own
 * (`overflowFinding`).
 */
export function notJudged(error: unknown, who: string): NotJudged {
  if (error instanceof RangeError) throw error;
  return {
    code: "not-judged",
    message: `${who} failed on this document and could not judge it${reason(error)}: a limit of oipkit, the document may be valid`,
    hint: notJudgedHint,
  };
}

/** A fault of a library's own code says nothing to the author of a document. */
function reason(error: unknown): string {
  if (!(error instanceof Error) || error.name !== "Error" || /\n|\[object /.test(error.message)) return "";
  return ` (${error.message.trimEnd().replace(/\.$/, "")})`;
}

/** The contracts in the form that Redocly's linter reads, and a resolver that knows no other file. */
interface Readable {
  readonly documents: ReadonlyMap<Document, RedoclyDocument>;
  readonly resolver: BaseResolver;
}

/** Makes the contracts readable for Redocly's linter, which reads no file itself. */
export function readable(contracts: Contracts): Readable {
  const { BaseResolver: Resolver, Source } = loadRedocly();
  const resolver = new (class extends Resolver {
    /** The linter would also read files and fetch URLs that example data and `externalValue` name. */
    override async resolveDocument<Value>(
      base: string | null,
      reference: string,
    ): Promise<RedoclyDocument<Value>> {
      const known = await this.cache.get(this.resolveExternalRef(base, reference));
      if (known === undefined) throw new Error(`${reference} isn't one of the contracts`);
      return known as RedoclyDocument<Value>;
    }
  })();
  const documents = new Map(
    [...contracts.documents.values()].map((document) => {
      const source = new Source(document.path, document.text);
      return [document, { source, parsed: marked(document) as object }];
    }),
  );
  for (const [{ path }, document] of documents) resolver.cache.set(path, Promise.resolve(document));
  return { documents, resolver };
}

/** The tokens of a pointer in a problem of the linter. */
export function pointerTokens(pointer: string): string[] {
  return fromPointer(unmarked(pointer).replace(/^#?\/?/, "/")).filter(
    (token, index, all) => token !== "" || index < all.length - 1,
  );
}

/** A boolean is a schema from OpenAPI 3.1 on. */
export function isHarmless(message: string, { value }: Document): boolean {
  return /^Expected type `Schema` \(object\) but got `boolean`/.test(message) && !isOpenApi(value, "3.0");
}

/** Whether a place is in an extension (`x-…`), which is never judged. */
export function isInExtension({ value }: Document, tokens: readonly string[]): boolean {
  let reading: PartReading = "keywords";
  let at = value;
  for (const token of tokens) {
    if (reading === "data") return false;
    if (reading === "keywords" && isExtension(token)) return true;
    at = at !== null && typeof at === "object" ? (at as Record<string, unknown>)[token] : undefined;
    reading = valueReading(reading, token, at);
  }
  return false;
}
