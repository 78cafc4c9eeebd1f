import { importExtensions, validatorLanguages } from "../../generator/form/code-form.js";
import type { CodeOptions } from "../../generator/generate.js";
import { outputNames } from "../../generator/outputs/registry.js";
import type { ConfiguredPlugin } from "../../generator/plugins/plugin.js";
import type { ExampleCheck } from "../../reader/check/examples.js";
import type { DiagnosticLevels } from "../../reader/check/levels.js";
import { isPackageSpecifier } from "../../reader/text/code/identifier.js";
import { enumTypes, exampleChecks, int64Types, patternMatchings } from "../config/config.js";
import { configNames } from "../options/named-file.js";
import { choice, flag, parsed, text, texts, UsageError, wholeNumber } from "../options/option.js";
import { type ReportTarget, reports } from "../report/report-targets.js";
import { type FindingFormat, formats } from "../report/reporter.js";

/** Defaults of options that neither the command line nor the configuration sets. */
export const defaults = {
  contracts: "contracts",
  out: "generated",
  enums: "closed",
  int64: "number",
  patterns: "native",
  validators: "ts",
  importExtension: "js",
} as const;

const code = (text: string): string => `\`${text}\``;

/** Command-line declaration of `oipkit generate`. */
export const generateCommand = {
  usage: ["generate [options]"],
  about:
    "Reads and checks contracts and writes the code generated from them. If a contract is broken, nothing is written.",
  options: {
    contracts: texts({
      value: "PATH",
      description: "a folder or a document",
      otherwise: code(defaults.contracts),
    }),
    overlay: texts({
      value: "FILE",
      description: "an OpenAPI Overlay to apply to a contract",
      details: "See [contracts.md](contracts.md#overlays).",
    }),
    out: text({ value: "DIR", description: "folder to write", otherwise: code(defaults.out) }),
    only: parsed(
      {
        value: "LIST",
        description: `outputs, separated by commas: ${outputNames.map(code).join(", ")}, or names of plugins; outputs that these need are added`,
        otherwise: "all but `site`",
      },
      (list) => list.split(",").map((name) => name.trim()),
    ),
    examples: choice(
      {
        value: "HOW",
        description:
          "examples that fail their schema are an `error`, a warning (`warn`), or not checked (`off`)",
        otherwise: "`warn` for those in documents, `error` for those in files of their own",
      },
      exampleChecks,
    ),
    strict: flag({
      description: "warnings are errors",
      details: "See [diagnostics.md](diagnostics.md#levels).",
    }),
    enums: choice(
      {
        value: "HOW",
        description:
          "string enums in answers: only the values in the contract (`closed`), or also later ones (`open`)",
        otherwise: code(defaults.enums),
        details: "See [types.md](types.md).",
      },
      enumTypes,
    ),
    int64: choice(
      {
        value: "TYPE",
        description:
          "what clients have instead of integers of 64 bits: `number`, which refuses one that it doesn't hold, `bigint` or `string`",
        otherwise: code(defaults.int64),
        details: "See [types.md](types.md#integers-of-64-bits).",
      },
      int64Types,
    ),
    patterns: choice(
      {
        value: "HOW",
        description:
          "how validators match patterns that some text could keep busy: by `RegExp` (`native`), or in linear time (`linear`)",
        otherwise: code(defaults.patterns),
        details: "See [validators.md](validators.md#patterns).",
      },
      patternMatchings,
    ),
    validators: choice(
      {
        value: "LANGUAGE",
        description:
          "language of the validators: TypeScript (`ts`), or JavaScript with declarations (`js`), which needs no compiler",
        otherwise: code(defaults.validators),
        details: "See [below](#typescript-everywhere).",
      },
      validatorLanguages,
    ),
    "import-extension": choice(
      {
        value: "END",
        description:
          "how imports of generated files end: as the compiled file does (`js`), as the source does (`ts`), or without an extension (`none`)",
        otherwise: code(defaults.importExtension),
        details: "See [below](#typescript-everywhere).",
      },
      importExtensions,
    ),
    runtime: parsed(
      {
        value: "PACKAGE",
        description: "the package that generated code imports",
        otherwise: code("@oipkit/runtime"),
        details: "See [below](#the-runtime).",
      },
      (name, option) => {
        if (isPackageSpecifier(name)) return name;
        throw new UsageError(`${option} must be a package name such as @oipkit/runtime`);
      },
    ),
    templates: text({
      value: "DIR",
      description: "templates that replace the built-in ones of the same name",
    }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "a folder outside of the contracts that `$ref` and links may lead to",
      details: "See [below](#what-is-read).",
    }),
    "max-file": wholeNumber({
      value: "BYTES",
      description: "largest contract",
      otherwise: "16 MiB",
    }),
    check: flag({ description: "write nothing; list each stale, missing or extra file" }),
    "require-version": flag({
      description:
        "with `--check`, breaking changes need a changeset, or a new version in the `package.json` of the generated folder",
      details: "See [changelog.md](changelog.md#demanding-a-version).",
    }),
    since: text({
      value: "OLD",
      description:
        "with `--require-version`, the version to compare with: an OLD of `oipkit diff`, such as `git:v1.2.0`",
      otherwise: "the commit where the branch left the default branch",
    }),
    watch: flag({
      description:
        "keep running, and generate again whenever a contract, overlay, template or plugin changes",
    }),
    config: texts({
      value: "FILE",
      description:
        "options and plugins, in YAML, TypeScript or JavaScript; several are generated together, and written only if none of them fails",
      otherwise: `${configNames.map(code).join(" or ")}, if it exists`,
    }),
    ...reports(formats),
    "no-cache": flag({ description: "don't remember or reuse the outcome of a run" }),
  },
  exitCodes: "0 fine, 1 broken contracts or a stale folder, 2 couldn't run.",
};

/** Settings from the command line and the configuration file. */
export interface GenerationSettings {
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly out: string;
  readonly only: readonly string[] | undefined;
  /** The same for single documents and folders, by path. */
  readonly onlyFor: ReadonlyMap<string, readonly string[]>;
  readonly examples: ExampleCheck | undefined;
  /** Levels of findings by code. */
  readonly diagnostics: DiagnosticLevels | undefined;
  /** Whether warnings are errors. */
  readonly strict: boolean;
  readonly code: CodeOptions;
  readonly templates: string | undefined;
  /** The plugins that `only` doesn't exclude. */
  readonly plugins: readonly ConfiguredPlugin[];
  /** Folders that references may lead to, in addition to those of the contracts. */
  readonly allowRefsTo: readonly string[];
  /** Maximum size of a contract, in bytes. */
  readonly maxFile: number | undefined;
  readonly check: boolean;
  /** With `check`: whether breaking changes must come with their version, and since when; absent: they needn't. */
  readonly requireVersion: { readonly since: string | undefined } | undefined;
  readonly cache: boolean;
  /** The reports of findings in the contracts. */
  readonly reports: readonly ReportTarget<FindingFormat>[];
}
