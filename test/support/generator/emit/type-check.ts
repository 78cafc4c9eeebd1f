import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./contract-folder.js";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  baseUrl: root,
  paths: {
    "@oipkit/runtime/*": ["./runtime/*/index.ts"],
  },
};

/** The parsed standard library and runtime, shared by all checks of a test file. */
const parsed = new Map<string, ts.SourceFile | undefined>();
const real = ts.createCompilerHost(options, true);

/**
 * Type-checks files as if they lay in one folder of the repository, `.d.ts` files included, and gives each error
 * as `path:line: message`.
 */
export function typeCheck(files: ReadonlyMap<string, string>): string[] {
  const folder = join(root, ".virtual");
  const texts = new Map([...files].map(([path, text]) => [join(folder, path), text]));
  const folders = new Set<string>();
  for (const path of texts.keys())
    for (let at = dirname(path); at.startsWith(folder); at = dirname(at)) folders.add(at);
  const host: ts.CompilerHost = {
    ...real,
    getCurrentDirectory: () => root,
    fileExists: (path) => texts.has(path) || (!path.startsWith(folder) && real.fileExists(path)),
    directoryExists: (path) => folders.has(path) || ts.sys.directoryExists(path),
    readFile: (path) => texts.get(path) ?? real.readFile(path),
    getSourceFile: (path, version) => {
      const text = texts.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version, true);
      if (!parsed.has(path)) parsed.set(path, real.getSourceFile(path, version));
      return parsed.get(path);
    },
  };
  const roots = [...texts.keys()].filter((path) => path.endsWith(".ts"));
  const program = ts.createProgram(roots, options, host);
  const global = program.getGlobalDiagnostics();
  const found = roots.flatMap((path) => {
    const file = program.getSourceFile(path);
    if (file) return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return [];
  });
  return [...global, ...found].map((diagnostic) => {
    const { file, start, messageText } = diagnostic;
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    const path = file?.fileName.slice(folder.length + 1) ?? "";
    return `${path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
