import type { EmitInput } from "../emit/emit-input.js";
import type { GeneratedFile } from "../emit/file.js";
import type { EnumTypes } from "../emit/types/http-types.js";
import type { Model } from "../model/model.js";
import type { Render } from "../render/template.js";

/** What an output is made with. Model and renderer are the same for all outputs of a run. */
export interface OutputContext extends EmitInput {
  readonly render: Render;
  readonly enums: EnumTypes;
}

/** One kind of output: what `--only` names. */
export interface Output {
  readonly name: string;
  /** Outputs that its own files import. They are made with it. */
  readonly needs: readonly string[];
  /**
   * All that it may write, below the output folder: files, and folders with a slash at the end. `<api>` and
   * `<events>` stand for the name of each OpenAPI and AsyncAPI document.
   */
  readonly paths: readonly string[];
  /** What the contracts need to have for it to make any files; completes "it is made from …". */
  readonly from: string;
  /** What `index.ts` exports of its files; files that weren't made are skipped. */
  readonly exports?: (model: Model) => readonly IndexExport[];
  readonly emit: (context: OutputContext) => Promise<readonly GeneratedFile[]>;
}

/** A line of `index.ts`: everything in a file, some names of it, or all of it under one name. */
export type IndexExport =
  | { readonly kind: "all"; readonly path: string }
  | { readonly kind: "names"; readonly path: string; readonly names: readonly string[] }
  | {
      readonly kind: "namespace";
      readonly path: string;
      /** In words; `index.ts` has it in camel case. */
      readonly name: string;
    };
