import { relative } from "node:path";
import { diagnose, type Finding } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import { type InputFile, remedyOf, slashes } from "./input.js";
import { fileOf } from "./references.js";
import { readRegularFile, utf8Text } from "./regular-file.js";
import type { Roots } from "./roots.js";

/** How to read the files that references name. */
export interface ReferenceReading {
  readonly cwd: string;
  readonly roots: Roots;
  /** Maximum size of a file, in bytes. */
  readonly maxFile: number;
  /** Adds a file to the documents; `undefined` if its text doesn't parse, which is reported. */
  readonly parse: (input: InputFile) => Document | undefined;
}

type Refusal = Pick<Finding, "code" | "hint"> & { readonly problem: string };

/**
 * Reads the files that references in the documents name, and those that these name. Returns a finding for each reference to
 * a file that may not be read; a file that doesn't exist is left to the check of references.
 */
export function followReferences(
  documents: ReadonlyMap<string, Document>,
  reading: ReferenceReading,
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const open = [...documents.values()];
  const tried = new Map<string, Refusal | undefined>();
  for (let document = open.pop(); document; document = open.pop()) {
    for (const { ref, tokens, key = "$ref" } of document.scan.references) {
      const path = fileOf(document, ref);
      if (path === undefined || documents.has(path)) continue;
      if (!tried.has(path)) {
        const found = readReferenced(path, reading);
        tried.set(path, found?.kind === "refused" ? found.refusal : undefined);
        const referenced = found?.kind === "input" ? reading.parse(found.input) : undefined;
        if (referenced) open.push(referenced);
      }
      const refusal = tried.get(path);
      if (refusal === undefined) continue;
      const { problem, code, hint } = refusal;
      problems.push(diagnose(document, [...tokens, key], { code, message: `\`${ref}\` ${problem}`, hint }));
    }
  }
  return problems;
}

type Read =
  | { readonly kind: "input"; readonly input: InputFile }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** `undefined` if there is no such file. */
function readReferenced(path: string, { cwd, roots, maxFile }: ReferenceReading): Read | undefined {
  const place = roots.locate(path);
  if (place.kind === "absent") return undefined;
  if (place.kind === "outside") return { kind: "refused", refusal: outside(place.byLink) };
  const found = readRegularFile(place.realPath, maxFile);
  if (found.kind === "absent") return undefined;
  if (found.kind !== "bytes") return unreadable(found.problem, `${sentence(remedyOf(found.kind))}.`);
  const text = utf8Text(found.bytes);
  if (text === undefined) return unreadable("isn't valid UTF-8", "Save the file as UTF-8.");
  const file = slashes(relative(cwd, path));
  return { kind: "input", input: { path, file, text, role: "referenced", name: file } };
}

function outside(byLink: boolean): Refusal {
  return {
    code: "ref-outside",
    problem: byLink
      ? "is a link that leads out of the contracts' folders"
      : "is outside of the contracts' folders",
    hint: "Move the file into the folder, or allow its own folder with `--allow-refs-to`.",
  };
}

function unreadable(problem: string, hint: string): Read {
  return { kind: "refused", refusal: { code: "ref-unreadable", problem, hint } };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
