import { OipkitError } from "@oipkit/runtime/errors";
import { type GeneratedFile, isOutputPath } from "../emit/file.js";
import { isKept } from "../write/kept-files.js";

/** An output returned a file with a path that can't be used. */
export class OutputPathError extends OipkitError {
  readonly code = "output-path";
  constructor(
    readonly output: string,
    readonly path: string,
    problem: string,
  ) {
    super(`output \`${output}\`: ${JSON.stringify(path)} ${problem}`);
  }
}

/**
 * Throws `OutputPathError` if a path is outside the output folder or kept for the user, or if two files clash on some file
 * system: the same path, the same except for case, or one being a folder of the other.
 */
export function checkPaths(
  made: readonly { readonly output: string; readonly files: readonly GeneratedFile[] }[],
): void {
  const owners = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const { output, files } of made) {
    for (const { path } of files) {
      if (!isOutputPath(path))
        throw new OutputPathError(
          output,
          path,
          "isn't a valid path; use a relative path with `/` between its parts, without `..`, `:`, `\\` or control characters",
        );
      if (isKept(path))
        throw new OutputPathError(output, path, "is reserved for the user of the folder; use another name");
      const key = path.toLowerCase();
      const owner = owners.get(key) ?? folders.get(key);
      if (owner !== undefined) throw new OutputPathError(output, path, collision(output, owner));
      owners.set(key, output);
      for (let at = key.lastIndexOf("/"); at > 0; at = key.lastIndexOf("/", at - 1)) {
        const folder = key.slice(0, at);
        const file = owners.get(folder);
        if (file !== undefined) throw new OutputPathError(output, path, collision(output, file));
        folders.set(folder, output);
      }
    }
  }
}

function collision(output: string, owner: string): string {
  const other = output === owner ? "another file of this output" : `a file of output \`${owner}\``;
  return `clashes with ${other} (case is ignored); use another path`;
}
