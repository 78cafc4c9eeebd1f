import ts from "typescript";
import { generateFrom, temporaryFolder, writeTree } from "../../generator/emit/contract-folder.js";

/** A temporary folder with what is generated from a contract, as JavaScript. */
export async function compiledSdk(contract: string): Promise<string> {
  const folder = await temporaryFolder();
  const files = [...(await generateFrom([contract]))].map(([path, text]) =>
    path.endsWith(".ts") && !path.endsWith(".d.ts")
      ? [path.replace(/\.ts$/, ".js"), compiled(text)]
      : [path, text],
  );
  await writeTree(folder, { "package.json": '{"type":"module"}', ...Object.fromEntries(files) });
  return folder;
}

function compiled(source: string): string {
  const { ESNext } = ts.ModuleKind;
  return ts.transpileModule(source, { compilerOptions: { module: ESNext, target: ts.ScriptTarget.ES2022 } })
    .outputText;
}
