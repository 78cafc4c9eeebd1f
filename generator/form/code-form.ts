/** The form of generated code. */
export interface CodeForm {
  /** The language of `validators/`: TypeScript, or JavaScript with declarations, for projects that compile nothing. */
  readonly validators: ValidatorLanguage;
  /** How imports of generated TypeScript files end. */
  readonly importExtension: ImportExtension;
}

/** The language of validators; the first is the default. */
export const validatorLanguages = ["ts", "js"] as const;

/** A language of validators. */
export type ValidatorLanguage = (typeof validatorLanguages)[number];

/**
 * `js`: as the compiled file is called, which TypeScript asks for and bundlers understand; `ts`: as the file is called, for Node.js,
 * which strips types, and for Deno; `none`: without an extension, for bundlers alone. The first is the default.
 */
export const importExtensions = ["js", "ts", "none"] as const;

/** An end of imports. */
export type ImportExtension = (typeof importExtensions)[number];
