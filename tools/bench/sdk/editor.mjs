import ts from "typescript";

/** @type {ts.CompilerOptions} */
const options = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * What an editor shows for a program: the errors in it, and what it says of a word.
 * @param {string} file
 * @param {string} text in place of the file's own
 */
export function openInEditor(file, text) {
  /** @type {ts.LanguageServiceHost} */
  const host = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot(path) {
      const read = path === file ? text : ts.sys.readFile(path);
      return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  };
  const service = ts.createLanguageService(host);
  return {
    errors: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
        ({ code, messageText }) => `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      ),
    /** @param {string} word its last occurrence */
    hover(word) {
      const info = service.getQuickInfoAtPosition(file, text.lastIndexOf(word));
      const shown = [info?.displayParts, info?.documentation].map((parts) => ts.displayPartsToString(parts));
      const tags = (info?.tags ?? []).map(
        ({ name, text: parts }) => `@${name} ${ts.displayPartsToString(parts)}`,
      );
      return [...shown, ...tags].filter((each) => each.trim() !== "").join("\n");
    },
  };
}
