import { type Contracts, withinLimits } from "../reader/documents/contracts.js";
import type { Diagnostic } from "../reader/documents/diagnostic.js";
import { placeKey } from "../reader/documents/place.js";
import type { Model } from "../reader/model/model.js";
import { compare, inOrder } from "../reader/model/schemas.js";
import type { PatternMatching } from "../reader/patterns/linear-program.js";
import { packageSpecifier } from "../reader/text/code/identifier.js";
import { buildModel } from "./build-model.js";
import type { GeneratedFile } from "./emit/file.js";
import { emitIndex } from "./emit/index-file.js";
import { refuseLongWebhooks } from "./emit/long-webhooks.js";
import type { EnumTypes } from "./emit/types/http/typed-document.js";
import type { LongIntegerType } from "./emit/types/long-integer.js";
import type { CodeForm } from "./form/code-form.js";
import { inForm } from "./form/in-form.js";
import { checkPaths } from "./outputs/check-paths.js";
import type { IndexExport, Output } from "./outputs/output.js";
import { builtInOutputs, selectOutputs } from "./outputs/registry.js";
import type { LoadedPlugin } from "./plugins/plugin.js";
import { createRenderer } from "./render/template.js";

const defaultRuntime = "@oipkit/runtime";

/** What the generated code is like. */
export interface CodeOptions extends Partial<CodeForm> {
  /** Whether enums in an API's answers may have unlisted values; `closed` if absent. */
  readonly enums?: EnumTypes | undefined;
  /** What integers of 64 bits are in the code of APIs that a client calls; `number` if absent. */
  readonly int64?: "number" | LongIntegerType | undefined;
  /** How validators match patterns that backtracking may be slow for; `native` if absent. */
  readonly patterns?: PatternMatching | undefined;
  /** The package from which generated code imports `http`, `webhook` and so on; `@oipkit/runtime` if absent. */
  readonly runtime?: string | undefined;
}

/** What to generate, and how. */
export interface GenerateOptions extends CodeOptions {
  /** Templates by name without `.hbs`. */
  readonly templates: ReadonlyMap<string, string>;
  /** Outputs to make, by name, with those that they need. All if absent. */
  readonly only?: readonly string[] | undefined;
  /** The same for single OpenAPI and AsyncAPI documents, by absolute path; `only` applies to all others. */
  readonly onlyFor?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Emitters in addition to the built-in ones. */
  readonly plugins?: readonly LoadedPlugin[] | undefined;
}

/** The files generated from contracts. */
export interface Generation {
  /** Sorted by path. */
  readonly files: readonly GeneratedFile[];
  /** Outputs that `only` names and that have no files, because the contracts lack what they are made from. */
  readonly empty: readonly Pick<Output, "name" | "from">[];
  /** Warnings about what couldn't be generated as the contracts say. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Generates files from checked contracts, sorted by path. Pure, unless a plugin isn't: no file system, clock, locale or
 * randomness is involved, so the same contracts give the same bytes anywhere. Throws `UnknownOutputError`, the errors of
 * plugins, and a `ContractError` if the contracts are too deep or too large; a `TypeError` if `runtime` isn't the name of a package.
 */
export async function generate(
  contracts: Contracts,
  options: GenerateOptions,
): Promise<readonly GeneratedFile[]> {
  return (await generateOutputs(contracts, options)).files;
}

/** The same as `generate`, with the outputs that have no files, and with warnings. */
export async function generateOutputs(read: Contracts, options: GenerateOptions): Promise<Generation> {
  return withinLimits(read, "to generate code", () => generateAll(read, options));
}

async function generateAll(read: Contracts, options: GenerateOptions): Promise<Generation> {
  const {
    templates,
    enums = "closed",
    int64 = "number",
    patterns = "native",
    validators = "ts",
    importExtension = "js",
    runtime = defaultRuntime,
    plugins = [],
  } = options;
  const pluginOutputs =
    plugins.length === 0 ? [] : (await import("./plugins/outputs.js")).pluginOutputs(plugins);
  const known = [...builtInOutputs, ...pluginOutputs];
  const only = allNamed(read, options);
  const outputs = selectOutputs(known, only);
  const contracts = inOrder(read);
  const model = buildModel(contracts);
  if (int64 !== "number" && outputs.some(({ name }) => name === "webhooks" || name === "validators"))
    refuseLongWebhooks(model, contracts, int64);
  const names = new Map(model.schemas.map(({ place, typeName }) => [placeKey(place), typeName]));
  const render = createRenderer(templates, { runtime: packageSpecifier(runtime) });
  const made: { output: string; files: readonly GeneratedFile[] }[] = [];
  const warnings: Diagnostic[] = [];
  const report = (warning: Diagnostic): void => void warnings.push(warning);
  for (const output of outputs) {
    const shown = withoutDocuments(model, leftOut(read, { known, output, ...options }));
    const emit = () =>
      output.emit({ model: shown, contracts, names, render, enums, int64, patterns, report });
    const files = await withinLimits(contracts, `to make the output \`${output.name}\``, emit);
    made.push({ output: output.name, files });
  }
  checkPaths(made);
  const emitted = made.flatMap((each) => each.files);
  const index = emitIndex(model, indexExports(outputs, model, emitted), render);
  const files = await inForm([...emitted, ...index], { validators, importExtension });
  const filled = new Set(made.filter((each) => each.files.length > 0).map(({ output }) => output));
  return {
    files: [...files].sort((a, b) => compare(a.path, b.path)),
    empty: outputs
      .filter(({ name }) => only?.includes(name) && !filled.has(name))
      .map(({ name, from }) => ({ name, from })),
    warnings,
  };
}

/** Every output that is named for some document; `undefined` if all are to be made of one. */
function allNamed(
  { openapi, asyncapi }: Contracts,
  { only, onlyFor = new Map() }: GenerateOptions,
): readonly string[] | undefined {
  if (onlyFor.size === 0) return only;
  const lists = [...openapi, ...asyncapi].map(({ path }) => onlyFor.get(path) ?? only);
  if (lists.includes(undefined)) return undefined;
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

/** The files of the documents that an output isn't made of. */
function leftOut(
  { openapi, asyncapi, names }: Contracts,
  {
    known,
    output,
    only,
    onlyFor = new Map(),
  }: Pick<GenerateOptions, "only" | "onlyFor"> & {
    readonly known: readonly Output[];
    readonly output: Output;
  },
): ReadonlySet<string> {
  if (onlyFor.size === 0) return new Set();
  const documents = [...openapi, ...asyncapi].filter(
    ({ path }) => !selectOutputs(known, onlyFor.get(path) ?? only).includes(output),
  );
  return new Set(documents.map(({ path, file }) => names.get(path) ?? file));
}

function withoutDocuments(model: Model, files: ReadonlySet<string>): Model {
  if (files.size === 0) return model;
  const isKept = ({ source }: Model["apis" | "eventSets"][number]): boolean => !files.has(source.file);
  return { ...model, apis: model.apis.filter(isKept), eventSets: model.eventSets.filter(isKept) };
}

function indexExports(
  outputs: readonly Output[],
  model: Model,
  files: readonly GeneratedFile[],
): readonly IndexExport[] {
  const paths = new Set(files.map(({ path }) => path));
  return outputs.flatMap((output) => output.exports?.(model) ?? []).filter(({ path }) => paths.has(path));
}
