// Translates the TypeScript of a folder to JavaScript, file by file: without types, so that it needs none, and in a few seconds.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const { config } = ts.readConfigFile("tsconfig.base.json", ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");

/** Writes what `tsc` would write to `dist/` in the folder of a package, whose `rooms` are translated. */
export function transpile(folder, rooms = ["."]) {
  for (const room of rooms)
    for (const path of sourcesIn(join(folder, room))) {
      const target = join(folder, "dist", relative(folder, path));
      mkdirSync(dirname(target), { recursive: true });
      const text = readFileSync(path, "utf8");
      // Modules are ESM, and only the name of the file would tell.
      const compilerOptions = { ...options, module: ts.ModuleKind.ESNext };
      const source = path.endsWith(".ts") ? ts.transpileModule(text, { compilerOptions }).outputText : text;
      writeFileSync(target.replace(/\.ts$/, ".js"), source);
    }
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => !/(?:^|\/)(?:dist|node_modules)\//.test(path) && /(?<!\.d)\.ts$|\.js$/.test(path))
    .map((path) => join(folder, path));
}
