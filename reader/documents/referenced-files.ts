import { relative } from "node:path";
import { type ContractFinding, diagnose } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import { type InputFile, inputRemedy, slashes } from "./input.js";
import type { DocumentSpot } from "./references/changed-document.js";
import { DocumentResources } from "./references/resources.js";
import { referencedPath } from "./references.js";
import { type FileBytes, readRegularFile, utf8Text } from "./regular-file.js";
import type { Roots } from "./roots.js";

/** Reads referenced files from the disk, below the roots. */
export function referencedOnDisk({
  cwd,
  roots,
  maxFile,
}: {
  readonly cwd: string;
  readonly roots: Roots;
  /** Maximum size of a file, in bytes. */
  readonly maxFile: number;
}): ReadReferenced {
  const read = (path: string): ReferencedFile | undefined => {
    const place = roots.locate(path);
    if (place.kind === "absent") return undefined;
    if (place.kind === "outside") return outside(place.byLink);
    return referencedFile(readRegularFile(place.realPath, maxFile), {
      path,
      file: slashes(relative(cwd, path)),
    });
  };
  return (paths) => new Map(paths.flatMap((path) => pair(path, read(path))));
}

/** A referenced file from its bytes; `undefined` if it doesn't exist. */
export function referencedFile(
  found: FileBytes,
  { path, file }: { readonly path: string; readonly file: string },
): ReferencedFile | undefined {
  if (found.kind === "absent") return undefined;
  if (found.kind !== "bytes") return unreadable(found.problem, `${sentence(inputRemedy(found.kind))}.`);
  const text = utf8Text(found.bytes);
  if (text === undefined) return unreadable("isn't valid UTF-8", "Save the file as UTF-8.");
  return { kind: "input", input: { path, file, text, role: "referenced", name: file } };
}

/** The refusal of a file outside of the contracts' folders. */
export function outside(byLink: boolean): ReferencedFile {
  const link = "is a link that leads out of the contracts' folders";
  return refused({
    code: "ref-outside",
    problem: byLink ? link : "is outside of the contracts' folders",
    hint: "Move the file into the folder, or allow its own folder with `--allow-refs-to`.",
  });
}

/** The refusal of a file that can't be read. */
export function unreadable(problem: string, hint: string): ReferencedFile {
  return refused({ code: "ref-unreadable", problem, hint });
}

function refused(refusal: ReferenceRefusal): ReferencedFile {
  return { kind: "refused", refusal };
}

function pair<Value>(path: string, value: Value | undefined): [string, Value][] {
  if (value === undefined) return [];
  return [[path, value]];
}

/** A text with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A file that a reference names: its text, or why it may not be read. */
export type ReferencedFile =
  | { readonly kind: "input"; readonly input: InputFile }
  | { readonly kind: "refused"; readonly refusal: ReferenceRefusal };

/** Why a file isn't read; `problem` continues a sentence that starts with the reference. */
type ReferenceRefusal = Pick<ContractFinding, "code" | "hint"> & { readonly problem: string };

/** Reads files by absolute path. A file that doesn't exist is missing in the result. */
export type ReadReferenced = (
  paths: readonly string[],
) => ReadonlyMap<string, ReferencedFile> | Promise<ReadonlyMap<string, ReferencedFile>>;

/** How to read the files that references name. */
interface ReferenceReading {
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
  const refused: { readonly from: DocumentSpot; readonly ref: string; readonly problem: Diagnostic }[] = [];
  const open = [...documents.values()];
  const tried = new Map<string, ReferenceRefusal | undefined>();
  for (let document = open.pop(); document; document = open.pop()) {
    const outer = document.scan.references.flatMap((reference) => {
      const path = referencedPath(document as Document, reference.ref);
      if (path === undefined || documents.has(path)) return [];
      return [{ ...reference, path }];
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
  const resources = new DocumentResources(documents);
  return refused.flatMap(({ from, ref, problem }) => {
    if (resources.resolve(from, ref) !== undefined) return [];
    return [problem];
  });
}
