import type { InputFile } from "../../../reader/documents/input.js";
import type { SourceVersion } from "./source-version.js";

/** A version whose files were read, but not parsed. */
export interface ListedSource {
  /** Without those that references lead to. */
  readonly files: readonly InputFile[];
  /** Parses the files, except for those that needn't be. Throws `InputError` and `ContractError`. */
  load(without?: ReadonlySet<InputFile>): Promise<SourceVersion>;
}
