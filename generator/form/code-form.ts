import type { GeneratedFile } from "../emit/file.js";

/** What generated code is for. */
export interface CodeForm {
  /** The language of `validators/`: TypeScript, or JavaScript with declarations, for projects that compile nothing. */
  readonly validators: ValidatorLanguage;
  /** How imports of generated TypeScript files end. */
  readonly importExtension: ImportExtension;
}

/** The language of validators; the first is the default. */
export const validatorLanguages = ["ts", "js"] as const;
export type ValidatorLanguage = (typeof validatorLanguages)[number];

/**
 * `js`: as the compiled file is called, which TypeScript asks for and bundlers understand; `ts`: as the file is called, for Node.js,
 * which strips types, and for Deno; `none`: without an extension, for bundlers alone. The first is the default.
 */
export const importExtensions = ["js", "ts", "none"] as const;
export type ImportExtension = (typeof importExtensions)[number];

/** The generated files in another form than that in which they were made: TypeScript with imports that end with `.js`. */
export async function inForm(
  files: readonly GeneratedFile[],
  { validators, importExtension }: CodeForm,
): Promise<readonly GeneratedFile[]> {
  let made = files;
  if (validators === "js") made = (await import("./javascript.js")).validatorsInJavaScript(made);
  if (importExtension !== "js")
    made = (await import("./import-extension.js")).withImportExtension(made, importExtension);
  return made;
}
