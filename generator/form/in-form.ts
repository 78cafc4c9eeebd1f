import type { GeneratedFile } from "../emit/file.js";
import type { CodeForm } from "./code-form.js";

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
