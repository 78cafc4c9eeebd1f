import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { Model } from "../../reader/model/model.js";
import type { PatternMatching } from "../../reader/patterns/linear-program.js";
import type { EmitInput } from "../emit/emit-input.js";
import type { GeneratedFile } from "../emit/file.js";
import type { EnumTypes } from "../emit/types/http/typed-document.js";
import type { LongIntegerType } from "../emit/types/long-integer.js";
import type { Render } from "../render/template.js";

/** The input of an output. Model and renderer are the same for all outputs of a run. */
export interface OutputContext extends EmitInput {
  readonly render: Render;
  readonly enums: EnumTypes;
  /** What integers of 64 bits are in the code of APIs that a client calls. */
  readonly int64: "number" | LongIntegerType;
  readonly patterns: PatternMatching;
  /** Takes a warning about what can't be generated as the contracts say. */
  readonly report: (warning: Diagnostic) => void;
}

/** One kind of output, as `--only` names it. */
export interface Output {
  readonly name: string;
  /** Outputs that its files import. They are made with it. */
  readonly needs: readonly string[];
  /**
   * Everything that it may write, below the output folder: files, and folders with a trailing slash. `<api>` and
   * `<events>` stand for the name of each OpenAPI and AsyncAPI document.
   */
  readonly paths: readonly string[];
  /** Whether it is made only if it is named. Default: no. */
  readonly isOptional?: boolean;
  /** What the contracts must contain for it to make any files; completes "it is made from …". */
  readonly from: string;
  /** What `index.ts` exports of its files; files that weren't made are skipped. */
  readonly exports?: (model: Model) => readonly IndexExport[];
  readonly emit: (context: OutputContext) => Promise<readonly GeneratedFile[]>;
}

/** An export in `index.ts`: everything in a file, some of its names, or all of it as a namespace. */
export type IndexExport =
  | { readonly kind: "all"; readonly path: string }
  | { readonly kind: "names"; readonly path: string; readonly names: readonly string[] }
  | {
      readonly kind: "namespace";
      readonly path: string;
      /** In words; `index.ts` has it in camel case. */
      readonly name: string;
    };
