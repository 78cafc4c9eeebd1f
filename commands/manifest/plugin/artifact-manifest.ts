import { dirname, relative, resolve } from "node:path";
import { installedSdks } from "../../validate/installed-sdk.js";
import { buildManifest } from "../build/build-manifest.js";
import { readPackageVersion } from "../build/package-version.js";
import { ManifestError } from "../errors.js";
import { loadManifestFormat } from "../format.js";
import { writeManifest } from "../manifest.js";

/** What goes into the manifest. An option that the contract has no property for is refused. */
export interface ArtifactManifestOptions {
  /** Name of an entry point of the build, or a path in its output, as in `/remoteEntry.js`; `*` matches a part of a name. */
  readonly entry?: string;
  /** The same for the container. */
  readonly container?: string;
  readonly runtime?: string;
  /** Default: the version in the nearest `package.json`. */
  readonly version?: string;
  /** Path below which the output is served. Default: Vite's `base` if that is a path, else the root. */
  readonly base?: string;
  /** Rules in the syntax of `.gitignore` for files that aren't part of the artifact. */
  readonly ignore?: readonly string[];
  /** Name of the manifest in the output. Default: `artifact-manifest.json`. */
  readonly file?: string;
  /** Folder that `oipkit generate` wrote, with the contract's validator. Default: `@oipkit/sdk`. */
  readonly validators?: string;
  /** Name of the manifest's schema, if the contracts have several. */
  readonly as?: string;
}

/** The part of Vite's configuration that matters. */
interface ViteConfig {
  readonly root: string;
  readonly base: string;
}

/** The part of a build's output that matters. */
interface Output {
  readonly dir?: string | undefined;
  readonly file?: string | undefined;
}

/** A file of a build. */
interface OutputFile {
  readonly type: string;
  readonly fileName: string;
  readonly name?: unknown;
  readonly isEntry?: boolean;
}

/** What a plugin can tell the bundler. */
interface PluginContext {
  error(message: string): never;
  warn(message: string): void;
}

/** A plugin for Vite, Rollup and Rolldown; none of them is loaded for it. */
export interface ArtifactManifestPlugin {
  readonly name: string;
  readonly apply: "build";
  configResolved(config: ViteConfig): void;
  readonly writeBundle: {
    readonly order: "post";
    readonly sequential: true;
    handler(this: PluginContext, output: Output, bundle: Readonly<Record<string, OutputFile>>): Promise<void>;
  };
}

const names: readonly (keyof ArtifactManifestOptions)[] = [
  "entry",
  "container",
  "runtime",
  "version",
  "base",
  "ignore",
  "file",
  "validators",
  "as",
];

/**
 * Writes the manifest of a build into its output, after all other plugins. The build fails if the manifest would be invalid. Throws
 * `ManifestError` for an unknown option.
 */
export function artifactManifest(options: ArtifactManifestOptions = {}): ArtifactManifestPlugin {
  const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const problem = `there is no option \`${unknown}\`; there are ${names.map((name) => `\`${name}\``).join(", ")}`;
    throw new ManifestError("options-conflict", problem);
  }
  let config: ViteConfig | undefined;
  return {
    name: "oipkit-artifact-manifest",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler(output, bundle) {
        const problems = await write(options, { config, output, bundle }).catch((error: unknown) =>
          this.error(error instanceof Error ? error.message : String(error)),
        );
        for (const warning of problems.warnings) this.warn(warning);
        if (problems.errors.length > 0) this.error(`no artifact manifest:\n${problems.errors.join("\n")}`);
      },
    },
  };
}

interface Build {
  readonly config: ViteConfig | undefined;
  readonly output: Output;
  readonly bundle: Readonly<Record<string, OutputFile>>;
}

/** Builds and writes the manifest; resolves with what is to be said. */
async function write(options: ArtifactManifestOptions, { config, output, bundle }: Build) {
  const root = config?.root ?? process.cwd();
  const folder = resolve(root, output.dir ?? dirname(output.file ?? "."));
  const [sdk] = installedSdks(root);
  const validators = options.validators === undefined ? sdk : resolve(root, options.validators);
  const format = await loadManifestFormat(validators, options.as);
  const path = resolve(folder, options.file ?? "artifact-manifest.json");
  const { entry, container, runtime, ignore } = options;
  const hasVersion = format.properties.version !== undefined;
  const { text, findings } = await buildManifest({
    folder,
    format,
    entry: findEntry(entry, bundle),
    container: findEntry(container, bundle),
    runtime,
    version: options.version ?? (hasVersion ? readPackageVersion(root) : undefined),
    base: options.base ?? configBase(config),
    ignore,
    without: [relative(folder, path).replaceAll("\\", "/")],
  });
  const lines = (level: string): string[] =>
    findings
      .filter((finding) => finding.level === level)
      .map(
        ({ file, message, hint, code }) =>
          `${file}: ${message} [${code}]${hint === undefined ? "" : `. ${hint}`}`,
      );
  if (text !== undefined) await writeManifest(path, text, path);
  return { warnings: lines("warning"), errors: lines("error") };
}

/** The path of the entry point with a name; anything else is a path. */
function findEntry(wanted: string | undefined, bundle: Build["bundle"]): string | undefined {
  if (wanted === undefined || wanted.startsWith("/")) return wanted;
  const chunk = Object.values(bundle).find(
    ({ type, isEntry, name }) => type === "chunk" && isEntry === true && name === wanted,
  );
  return chunk?.fileName ?? wanted;
}

/** A relative base or another origin says nothing about paths on a server. */
function configBase(config: ViteConfig | undefined): string | undefined {
  const base = config?.base ?? "";
  return base.startsWith("/") && !base.startsWith("//") ? base : undefined;
}
