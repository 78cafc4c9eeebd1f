import { diagnose, type Finding } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import type { InputFile } from "./input.js";
import type { Spot } from "./references/changed-document.js";
import { Resources } from "./references/resources.js";
import { fileOf } from "./references.js";

/** A file that a reference names: its text, or why it may not be read. */
export type ReferencedFile =
  | { readonly kind: "input"; readonly input: InputFile }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Why a file isn't read; `problem` continues a sentence that starts with the reference. */
export type Refusal = Pick<Finding, "code" | "hint"> & { readonly problem: string };

/** Reads files by absolute path. A file that doesn't exist is missing in the result. */
export type ReadReferenced = (
  paths: readonly string[],
) => ReadonlyMap<string, ReferencedFile> | Promise<ReadonlyMap<string, ReferencedFile>>;

/** How to read the files that references name. */
export interface ReferenceReading {
  readonly read: ReadReferenced;
  /** Adds a file to the documents; `undefined` if its text doesn't parse, which is reported. */
  readonly parse: (input: InputFile) => Document | undefined;
}

/**
 * Reads the files that references in the documents name, and those that these name. Returns a finding for each reference to
 * a file that may not be read, unless it is the `$id` of a schema; a file that doesn't exist is left to the check of references.
 */
export async function followReferences(
  documents: ReadonlyMap<string, Document>,
  { read, parse }: ReferenceReading,
): Promise<Diagnostic[]> {
  const refused: { readonly from: Spot; readonly ref: string; readonly problem: Diagnostic }[] = [];
  const open = [...documents.values()];
  const tried = new Map<string, Refusal | undefined>();
  for (let document = open.pop(); document; document = open.pop()) {
    const outer = document.scan.references.flatMap((reference) => {
      const path = fileOf(document as Document, reference.ref);
      return path === undefined || documents.has(path) ? [] : [{ ...reference, path }];
    });
    const untried = new Set(outer.map(({ path }) => path).filter((path) => !tried.has(path)));
    const found = untried.size === 0 ? undefined : await read([...untried]);
    for (const path of untried) {
      const file = found?.get(path);
      tried.set(path, file?.kind === "refused" ? file.refusal : undefined);
      const referenced = file?.kind === "input" ? parse(file.input) : undefined;
      if (referenced) open.push(referenced);
    }
    for (const { ref, tokens, key = "$ref", path, isUnknown } of outer) {
      const refusal = tried.get(path);
      if (refusal === undefined || isUnknown) continue;
      const { problem, code, hint } = refusal;
      refused.push({
        from: { document, tokens },
        ref,
        problem: diagnose(document, [...tokens, key], { code, message: `\`${ref}\` ${problem}`, hint }),
      });
    }
  }
  if (refused.length === 0) return [];
  // What looks like a path may be the `$id` of a schema: `/schemas/address`.
  const resources = new Resources(documents);
  return refused.flatMap(({ from, ref, problem }) =>
    resources.resolve(from, ref) === undefined ? [problem] : [],
  );
}
