import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compiler-options.mjs";

/** @typedef {{ readonly path: string, readonly line: number, readonly code: string, readonly message: string }} TypeError */

const maxErrors = 20;

/** Parsed files outside of the outputs, such as the standard library, by options and path. */
const shared = new Map();

/* * Compiles a folder of TypeScript as `tsc` does, without writing.
 * @param {string} folder
 * @param {import("./compiler-options.mjs").Strictness} strictness
 * @returns {{ count: number, errors: TypeError[], bytes: number }} the first errors, and how many there are
 */
export function typeCheckFolder(folder, strictness) {
  const options = compilerOptions(strictness);
  const real = ts.createCompilerHost(options, true);
  const host = {
    ...real,
    getCurrentDirectory: () => folder,
    getSourceFile: (path, version, onError) => {
      if (path.startsWith(folder)) return real.getSourceFile(path, version, onError);
      const key = `${strictness} ${path}`;
      if (!shared.has(key)) shared.set(key, real.getSourceFile(path, version, onError));
      return shared.get(key);
    },
  };
  const roots = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith(".ts") ? [join(entry.parentPath, entry.name)] : [],
  );
  const program = ts.createProgram(roots.sort(), options, host);
  const files = roots.flatMap((path) => program.getSourceFile(path) ?? []);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ].filter(({ category }) => category === ts.DiagnosticCategory.Error);
  return {
    count: found.length,
    errors: found.slice(0, maxErrors).map((one) => describe(one, folder)),
    bytes: files.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/**
 * @param {ts.Diagnostic} diagnostic
 * @param {string} folder
 * @returns {TypeError}
 */
function describe({ file, start, code, messageText }, folder) {
  const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
  const message = ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300);
  return { path: file ? relative(folder, file.fileName) : "", line, code: `TS${code}`, message };
}
