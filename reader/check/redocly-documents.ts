import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { BaseResolver, Document as RedoclyDocument } from "@redocly/openapi-core";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { isExtension, type Reading, readingOf } from "../documents/reading.js";
import { isOpenApi } from "../documents/specification-version.js";
import { loadRedocly } from "../large-libraries.js";
import { marked, unmarked } from "./inherited-names.js";

/** The contracts in the form that Redocly's linter reads, and a resolver that knows no other file. */
export interface Readable {
  readonly documents: ReadonlyMap<Document, RedoclyDocument>;
  readonly resolver: BaseResolver;
}

/** Makes the contracts readable for Redocly's linter, which reads no file itself. */
export function readable(contracts: Contracts): Readable {
  const { BaseResolver: Resolver, Source } = loadRedocly();
  const resolver = new (class extends Resolver {
    /** The linter would also read files and fetch URLs that example data and `externalValue` name. */
    override async loadExternalRef(reference: string): Promise<never> {
      throw new Error(`${reference} isn't one of the contracts`);
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
export function tokensOf(pointer: string): string[] {
  return fromPointer(unmarked(pointer).replace(/^#?\/?/, "/")).filter(
    (token, index, all) => token !== "" || index < all.length - 1,
  );
}

/** `nullable` without `type` has no effect in OpenAPI 3.0.3; a boolean is a schema from 3.1 on. */
export function isHarmless(message: string, { value }: Document): boolean {
  if (/`type` field must be defined when the `nullable`/.test(message)) return true;
  return /^Expected type `Schema` \(object\) but got `boolean`/.test(message) && !isOpenApi(value, "3.0");
}

/** Whether a place is in an extension (`x-…`), which is never judged. */
export function isInExtension({ value }: Document, tokens: readonly string[]): boolean {
  let reading: Reading = "keywords";
  let at = value;
  for (const token of tokens) {
    if (reading === "data") return false;
    if (reading === "keywords" && isExtension(token)) return true;
    at = at !== null && typeof at === "object" ? (at as Record<string, unknown>)[token] : undefined;
    reading = readingOf(reading, token, at);
  }
  return false;
}
