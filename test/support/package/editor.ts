import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * What an editor shows for words of a program: their documentation as TypeScript's language service finds it. The file
 * must exist, since modules are resolved from its folder. `word` is the first occurrence after `after`.
 */
export function openInEditor(file: string): (word: string, after?: string) => string {
  const text = readFileSync(file, "utf8");
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = ts.sys.readFile(name);
      if (content === undefined) return undefined;
      return ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  });
  const problems = service.getSemanticDiagnostics(file);
  if (problems.length > 0)
    throw new Error(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join(),
    );
  return (word, after = "") => {
    const start = text.indexOf(after);
    const at = start < 0 ? -1 : text.indexOf(word, start + after.length);
    if (at < 0) throw new Error(`${file} has no \`${word}\``);
    const { documentation = [], tags = [] } = service.getQuickInfoAtPosition(file, at + 1) ?? {};
    const ofTags = tags.map(({ name, text: parts }) => `@${name} ${ts.displayPartsToString(parts)}`);
    return [ts.displayPartsToString(documentation), ...ofTags].join("\n");
  };
}
