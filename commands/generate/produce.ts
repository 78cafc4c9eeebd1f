import { resolve, sep } from "node:path";
import type { RunCache } from "../../generator/cache/cache.js";
import type { LocatedPlugin } from "../../generator/plugins/load.js";
import type { ConfiguredPlugin, LoadedPlugin } from "../../generator/plugins/plugin.js";
import type { Digest } from "../../generator/write/compare.js";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { InputFile } from "../../reader/documents/input.js";
import { UsageError } from "../options/option.js";
import type { GenerationSettings } from "./options.js";

async function loadPlugins(plugins: readonly LocatedPlugin[]): Promise<LoadedPlugin[]> {
  if (plugins.length === 0) return [];
  const { loadPlugin } = await import("../../generator/plugins/load.js");
  return Promise.all(plugins.map(loadPlugin));
}

/** What the files are made from. */
interface Production {
  readonly inputs: readonly InputFile[];
  readonly templates: ReadonlyMap<string, string>;
  readonly plugins: readonly LocatedPlugin[];
  readonly cache: RunCache | undefined;
  readonly settings: GenerationSettings;
  /** Collects the paths of referenced files. */
  readonly took: Set<string>;
  readonly cwd: string;
}

/** Reads, checks and generates, and remembers the outcome. Throws `ContractError`. */
export async function produce({ inputs, templates, plugins, cache, settings, took, cwd }: Production) {
  const [
    { loadContracts },
    { assertContracts },
    { assertLevels },
    { makesValidators },
    { generateOutputs },
    { fileDigest, manifestFile, sha256 },
    { linearProgram },
  ] = await Promise.all([
    import("../../reader/documents/load.js"),
    import("../../reader/check/check.js"),
    import("../../reader/check/levels.js"),
    import("../../generator/outputs/registry.js"),
    import("../../generator/generate.js"),
    import("../../generator/write/compare.js"),
    import("../../reader/patterns/linear-program.js"),
  ]);
  const { only, code } = settings;
  const loaded = await loadPlugins(plugins);
  const contracts = await loadContracts(inputs, cwd, settings);
  for (const path of contracts.documents.keys()) took.add(path);
  const levelling = { levels: settings.diagnostics, strict: settings.strict };
  const found = await assertContracts(contracts, {
    ...levelling,
    examples: settings.examples,
    slowPatterns: loaded.length > 0 || settings.onlyFor.size > 0 || makesValidators(only),
    ...(code.patterns === "linear" && {
      isMatchedLinearly: (pattern) => linearProgram(pattern) !== undefined,
    }),
  });
  const generation = await generateOutputs(contracts, {
    templates,
    only,
    onlyFor: byDocument(contracts, settings.onlyFor, cwd),
    ...code,
    plugins: loaded,
  });
  const { files: generated, empty } = generation;
  const warnings = assertLevels(generation.warnings, levelling, found);
  const files = [...generated, manifestFile(generated)];
  const given = new Set(inputs.map(({ path }) => path));
  const referenced: Digest[] = [...contracts.documents.values()]
    .filter(({ path }) => !given.has(path))
    .map(({ path, text, fileText }) => ({ path, sha256: sha256(fileText ?? text) }));
  await cache?.set({ files: files.map(fileDigest), warnings, referenced, empty });
  return { files, warnings, empty };
}

/** The lists by document. Throws `UsageError` for a path at or below which there is no document. */
function byDocument(
  { openapi, asyncapi }: Contracts,
  onlyFor: GenerationSettings["onlyFor"],
  cwd: string,
): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const [named, outputs] of onlyFor) {
    const place = resolve(cwd, named);
    const found = [...openapi, ...asyncapi].filter(
      ({ path }) => path === place || path.startsWith(place + sep),
    );
    if (found.length === 0)
      throw new UsageError(
        `\`only\` names ${named}, where no OpenAPI or AsyncAPI document of the contracts is`,
      );
    for (const { path } of found) lists.set(path, outputs);
  }
  return lists;
}

/** The files of plugins, even of those that can't be loaded. Absolute paths. */
export async function pluginFiles(plugins: readonly ConfiguredPlugin[]): Promise<readonly string[]> {
  if (plugins.length === 0) return [];
  const { isPath, locatePlugin } = await import("../../generator/plugins/load.js");
  const found = plugins.map(async (plugin) => {
    // A missing file may still be created.
    const entry = isPath(plugin.from) ? [resolve(plugin.folder, plugin.from)] : [];
    const located = await locatePlugin(plugin).catch(() => undefined);
    return [...entry, ...(located?.files.map(({ path }) => path) ?? [])];
  });
  return (await Promise.all(found)).flat();
}
