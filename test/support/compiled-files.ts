import { transformSync } from "rolldown/utils";

/** Generated files as a program has them that was compiled: each TypeScript file without its types, as JavaScript. */
export function compiledFiles(files: Iterable<readonly [path: string, text: string]>): Map<string, string> {
  const compiled = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.endsWith(".ts") || path.endsWith(".d.ts")) compiled.set(path, text);
    else compiled.set(path.replace(/\.ts$/, ".js"), withoutTypes(path, text));
  }
  return compiled;
}

/** The JavaScript of a TypeScript module. Throws if it isn't one. */
export function withoutTypes(path: string, text: string): string {
  const { code, errors } = transformSync(path, text, { lang: "ts", target: "es2022" });
  if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`);
  return code;
}
