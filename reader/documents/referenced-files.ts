import { relative } from "node:path";
import type { ReadReferenced, ReferencedFile, Refusal } from "./follow-references.js";
import { remedyOf, slashes } from "./input.js";
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
  if (found.kind !== "bytes") return unreadable(found.problem, `${sentence(remedyOf(found.kind))}.`);
  const text = utf8Text(found.bytes);
  if (text === undefined) return unreadable("isn't valid UTF-8", "Save the file as UTF-8.");
  return { kind: "input", input: { path, file, text, role: "referenced", name: file } };
}

/** The refusal of a file outside of the contracts' folders. */
export function outside(byLink: boolean): ReferencedFile {
  return refused({
    code: "ref-outside",
    problem: byLink
      ? "is a link that leads out of the contracts' folders"
      : "is outside of the contracts' folders",
    hint: "Move the file into the folder, or allow its own folder with `--allow-refs-to`.",
  });
}

/** The refusal of a file that can't be read. */
export function unreadable(problem: string, hint: string): ReferencedFile {
  return refused({ code: "ref-unreadable", problem, hint });
}

function refused(refusal: Refusal): ReferencedFile {
  return { kind: "refused", refusal };
}

function pair<Value>(path: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[path, value]];
}

/** A text with a capital letter. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
