import { findingFingerprint } from "../../report/findings/excerpt.js";
import type { Finding } from "../../report/reporter.js";
import type { ListedFile } from "../files/list.js";

/** Finds files that can't be part of an artifact, whatever its contract says. `shown` is how the user would write a path. */
export function nameFindings(files: readonly ListedFile[], shown: (path: string) => string): Finding[] {
  return [...files.flatMap((file) => ofKind(file, shown)), ...collisions(files, shown)];
}

const ignoring = "leave it out with a line in .manifestignore";

function ofKind({ path, kind }: ListedFile, shown: (path: string) => string): Finding[] {
  const file = shown(path);
  const found = (code: string, message: string, hint: string): Finding[] => [
    fileFinding({ file, code, message, hint }),
  ];
  if (kind === "link")
    return found(
      "asset-link",
      "symbolic links aren't followed",
      `Replace the link with what it points to, or ${ignoring}.`,
    );
  if (kind === "special")
    return found(
      "asset-special",
      "only regular files can be part of an artifact",
      `Remove it, or ${ignoring}.`,
    );
  if (kind === "unnameable")
    return found("name-not-utf8", "the name isn't valid UTF-8", `Rename it, or ${ignoring}.`);
  if (path !== path.normalize("NFC"))
    return found(
      "name-not-normalized",
      "the name isn't in Unicode's normalization form C, so other systems may store it with other bytes",
      `Rename it to \`${path.normalize("NFC").split("/").at(-1)}\` in that form, or to a name in ASCII.`,
    );
  return [];
}

/** Names that a system may take for one, so that it can't have both files. */
function collisions(files: readonly ListedFile[], shown: (path: string) => string): Finding[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path }) => {
    const key = foldedName(path);
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    if (other === undefined) return [];
    return [
      fileFinding({
        file: shown(path),
        code: "names-collide",
        message: `differs from ${other} in case or in the form of its characters alone, so some systems can't have both`,
        hint: "Rename one of them.",
      }),
    ];
  });
}

/** Equal for names that a file system without regard to case or normalization takes for one. */
export function foldedName(path: string): string {
  return path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Warns about a path that URLs contain with percent signs, so that it doesn't look the same everywhere. */
export function encodedPath(path: string, file: string): Finding[] {
  const encoded = new URL(`http://host${path}`).pathname;
  if (encoded === path) return [];
  return [
    fileFinding({
      file,
      code: "path-encoded",
      level: "warning",
      message: `browsers request this path as ${encoded}`,
      hint: "Rename the file to a name in ASCII, without spaces and quotes, so that all programs write its path alike.",
    }),
  ];
}

/** A fault of a file as a whole, or of a folder. */
interface FileFault {
  /** As the user would write it, with `/`. */
  readonly file: string;
  readonly code: string;
  readonly level?: "warning" | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly clause?: string | undefined;
  readonly schemaPointer?: string | undefined;
}

/** The finding of such a fault. */
export function fileFinding({ file, code, level, message, hint, clause, schemaPointer }: FileFault): Finding {
  return {
    file,
    line: 1,
    column: 1,
    pointer: "",
    code,
    level: level ?? "error",
    message,
    ...(clause !== undefined && { clause }),
    ...(schemaPointer !== undefined && { schemaPointer }),
    ...(hint !== undefined && { hint }),
    fingerprint: findingFingerprint({
      file,
      code,
      pointer: "",
      detail: message,
      content: undefined,
      hidden: [],
    }),
  };
}
