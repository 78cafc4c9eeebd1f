import { compiledFiles } from "../../compiled-files.js";
import { generateFrom, temporaryFolder, writeTree } from "../../generator/emit/contract-folder.js";

/** A temporary folder with what is generated from a contract, as JavaScript. */
export async function compiledSdk(contract: string): Promise<string> {
  const folder = await temporaryFolder();
  const files = compiledFiles(await generateFrom([contract]));
  await writeTree(folder, { "package.json": '{"type":"module"}', ...Object.fromEntries(files) });
  return folder;
}
