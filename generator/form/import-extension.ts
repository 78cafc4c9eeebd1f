import { posix } from "node:path";
import ts from "typescript";
import type { GeneratedFile } from "../emit/file.js";
import type { ImportExtension } from "./code-form.js";

/** The files with other ends of the imports that name a generated TypeScript file. Others stay as they are. */
export function withImportExtension(
  files: readonly GeneratedFile[],
  extension: ImportExtension,
): readonly GeneratedFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const end = { js: ".js", ts: ".ts", none: "" }[extension];
  return files.map(({ path, text }) => {
    if (!/\.ts$/.test(path)) return { path, text };
    let changed = "";
    let last = 0;
    for (const { fileName, pos } of ts.preProcessFile(text, true, false).importedFiles) {
      const target = posix.join(posix.dirname(path), fileName).replace(/\.[jt]s$/, "");
      if (!fileName.startsWith(".") || !paths.has(`${target}.ts`)) continue;
      // As it is written, letters may be escaped.
      const close = text.indexOf(text.charAt(pos), pos + 1);
      changed += text.slice(last, close).replace(/\.[jt]s$/, "") + end;
      last = close;
    }
    return { path, text: changed + text.slice(last) };
  });
}
