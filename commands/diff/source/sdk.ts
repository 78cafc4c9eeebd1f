import { join } from "node:path";
import type ts from "typescript";
import { generate } from "../../../generator/generate.js";
import { checkReferences } from "../../../reader/check/references.js";
import { checkVersions } from "../../../reader/check/versions.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { packageRoot } from "../../../reader/package-root.js";
import { pairDocuments, type Version, type Versions } from "../version.js";

/** A generated SDK: the text of each module that has public types, by its path. */
export type Sdk = ReadonlyMap<string, string>;

/** A version with its documents named so that the SDKs of both versions have the same modules. */
export interface NamedVersion {
  readonly version: Version;
  readonly contracts: Contracts;
}

/** Both versions; a document has the name that its counterpart has in the new version. */
export function namedAlike(versions: Versions): { readonly old: NamedVersion; readonly new: NamedVersion } {
  const { old, new: current } = versions;
  const names = new Map(old.contracts.names);
  const rename = (from: string | undefined, to: string | undefined): void => {
    const name = to === undefined ? undefined : current.contracts.names.get(to);
    if (from !== undefined && name !== undefined) names.set(from, name);
  };
  for (const kind of ["openapi", "asyncapi"] as const)
    for (const pair of pairDocuments(versions, kind).pairs) rename(pair.old.path, pair.new.path);
  const alone = (version: Version) => [...version.names].find(([, name]) => name === "")?.[0];
  rename(alone(old), alone(current));
  return {
    old: { version: old, contracts: { ...old.contracts, names } },
    new: { version: current, contracts: current.contracts },
  };
}

/** The outputs with public types that either version has something for. */
export function comparedOutputs(versions: readonly Version[]): readonly string[] {
  const some = (kind: "openapi" | "asyncapi" | "schemas"): boolean =>
    versions.some(({ contracts }) => contracts[kind].length > 0);
  const outputs = ["types"];
  if (some("openapi")) outputs.push("client");
  if (some("asyncapi")) outputs.push("protocol");
  if (some("asyncapi") || some("schemas")) outputs.push("validators");
  return outputs;
}

/** The SDK that `oipkit generate` would write. Throws `ContractError` and what `generate` throws. */
export async function generateSdk(contracts: Contracts, only: readonly string[]): Promise<Sdk> {
  const [problem] = [...checkVersions(contracts), ...checkReferences(contracts)].filter(
    ({ severity }) => severity === "error",
  );
  if (problem !== undefined) throw new ContractError([problem]);
  const files = await generate(contracts, { templates: await readTemplates(undefined), only });
  const modules = files.filter(({ path }) => path.endsWith(".ts") && !internal.test(path));
  return new Map(modules.map(({ path, text }) => [path, text]));
}

/** Modules that nobody imports but the SDK itself. */
const internal = /^validators\/(?:support|.*\.definitions)\./;

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
  const options = strictOptions(typescript);
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
      const host = createHost(typescript, options, own);
      const program = typescript.createProgram({ rootNames: [probePath], options, host });
      return { checker: program.getTypeChecker(), probe };
    },
  };
}

/** As strict as the examples of the documentation, since less strict programs get fewer errors. */
function strictOptions(typescript: typeof ts): ts.CompilerOptions {
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

function createHost(
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
