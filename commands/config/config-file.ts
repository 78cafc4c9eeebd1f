import type { EnumTypes } from "../../generator/emit/types/http/typed-document.js";
import type { ImportExtension, ValidatorLanguage } from "../../generator/form/code-form.js";
import type { PluginReference } from "../../generator/plugins/plugin.js";
import type { ExampleCheck } from "../../reader/check/examples.js";
import type { DiagnosticLevels } from "../../reader/check/levels.js";
import type { PatternMatching } from "../../reader/patterns/linear-program.js";
import type { LintConfig } from "../lint/config.js";

/** What `oipkit.config.ts` exports as `default`, and what `oipkit.config.yaml` holds. Paths are relative to the file. */
export interface Config {
  /** Folders or documents; `contracts` if absent. */
  readonly contracts?: string | readonly string[];
  /** Where `oipkit update` takes the contracts from: `https://…`, `npm:NAME@RANGE/PATH` or `git+https://…#BRANCH:PATH`. */
  readonly source?: string;
  /** OpenAPI Overlays to apply to the contracts. */
  readonly overlays?: string | readonly string[];
  /** The folder to write; `generated` if absent. */
  readonly out?: string;
  /**
   * Outputs to make, including plugins by name; all if absent. As a map, by contract: the outputs of each OpenAPI and AsyncAPI
   * document, or of all in a folder; all outputs of those that it doesn't name.
   */
  readonly only?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Folder of templates that replace built-in ones. */
  readonly templates?: string;
  /** How to treat an example that fails its schema; if absent, a warning in a document, an error in a file of its own. */
  readonly examples?: ExampleCheck;
  /** What becomes of findings, by code; what keeps a document from being read is always an error. */
  readonly diagnostics?: DiagnosticLevels;
  /** Whether warnings are errors. */
  readonly strict?: boolean;
  /** String enums in answers: as the contract lists them, or open for later values; `closed` if absent. */
  readonly enums?: EnumTypes;
  /** What integers of 64 bits are in the code of APIs that a client calls; `number` if absent. */
  readonly int64?: "number" | "bigint" | "string";
  /** How validators match patterns that some text could keep busy: by `RegExp`, or in linear time; `native` if absent. */
  readonly patterns?: PatternMatching;
  /** The language of the validators: TypeScript, or JavaScript with declarations; `ts` if absent. */
  readonly validators?: ValidatorLanguage;
  /** How imports of generated TypeScript files end; `js` if absent. */
  readonly importExtension?: ImportExtension;
  /** The package from which generated code imports `http`, `webhook` and so on; `@oipkit/runtime` if absent. */
  readonly runtime?: string;
  /** Folders outside of the contracts that references and links may lead to. */
  readonly allowRefsTo?: string | readonly string[];
  /** Maximum size of a contract, in bytes; 16 MiB if absent. */
  readonly maxFile?: number;
  /**
   * Whether `generate --check` demands that a breaking change comes with a changeset or a new version of the package:
   * `true` compares with the commit where the branch left the default branch, a text such as `git:v1.2.0` with that.
   */
  readonly requireVersion?: true | string;
  /** Your own emitters: files and packages, each with its options, if any. */
  readonly plugins?: readonly (string | PluginReference)[];
  /** Rules of `oipkit lint`. */
  readonly lint?: LintConfig;
}

/** Returns the configuration, so that an editor knows its type. */
export function defineConfig(config: Config): Config {
  return config;
}
