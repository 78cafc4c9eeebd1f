import { join } from "node:path";
import type ts from "typescript";
import { packageRoot } from "../../../reader/package-root.js";
import type { Sdk } from "./sdk.js";

/** A side of the comparison. */
export type Side = "old" | "new";

/** Both SDKs in one program, so that one checker can hold their types against each other. */
export interface Sources {
  readonly old: ReadonlyMap<string, ts.SourceFile>;
  readonly new: ReadonlyMap<string, ts.SourceFile>;
  /** Compiles them with one more module, which imports them as `./old/…` and `./new/…`. */
  compile(text: string): { readonly checker: ts.TypeChecker; readonly probe: ts.SourceFile };
}

/** Next to the package's own `node_modules`, through which the SDKs find the runtime. Nothing is written there. */
const folder = join(packageRoot, ".compared").replaceAll("\\", "/");
const probePath = `${folder}/probe.ts`;

/** Library files never change while the process runs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Parses both SDKs. Files are only in memory, except for the runtime and the libraries of TypeScript. */
export function parseSdks(typescript: typeof ts, sdks: Readonly<Record<Side, Sdk>>): Sources {
  const options = optionsOf(typescript);
  const own = new Map<string, ts.SourceFile>();
  const parse = (path: string, text: string): ts.SourceFile => {
    const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.ES2022);
    own.set(path, file);
    return file;
  };
  const parsed = (side: Side) =>
    new Map([...sdks[side]].map(([path, text]) => [path, parse(`${folder}/${side}/${path}`, text)]));
  const files = { old: parsed("old"), new: parsed("new") };
  return {
    ...files,
    compile(text) {
      const probe = parse(probePath, text);
      const host = hostOf(typescript, options, own);
      const program = typescript.createProgram({ rootNames: [probePath], options, host });
      return { checker: program.getTypeChecker(), probe };
    },
  };
}

/** As strict as the examples of the documentation, since less strict programs get fewer errors. */
function optionsOf(typescript: typeof ts): ts.CompilerOptions {
  return {
    target: typescript.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  };
}

function hostOf(
  typescript: typeof ts,
  options: ts.CompilerOptions,
  own: ReadonlyMap<string, ts.SourceFile>,
): ts.CompilerHost {
  const host = typescript.createCompilerHost(options);
  const folders = new Set([...own.keys()].flatMap(parents));
  return {
    ...host,
    fileExists: (path) => own.has(path) || host.fileExists(path),
    readFile: (path) => own.get(path)?.text ?? host.readFile(path),
    directoryExists: (path) => folders.has(path) || (host.directoryExists?.(path) ?? true),
    getSourceFile(path, version) {
      const known = own.get(path) ?? libraries.get(path);
      if (known !== undefined) return known;
      const file = host.getSourceFile(path, version);
      libraries.set(path, file);
      return file;
    },
    writeFile: () => undefined,
  };
}

function parents(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}
