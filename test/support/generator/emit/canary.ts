import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { runtimeFunctions } from "../../../../reader/model/client-names.js";
import { compiledFiles } from "../../compiled-files.js";
import { temporaryFolder } from "./contract-folder.js";
import { canary } from "./hostile-contracts.js";

const texts = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
]);

/** Places of the canary outside of a string, a regular expression or a comment, and syntax errors of the file. */
export function findEscapes(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  const found = parseDiagnostics.map(({ messageText }) => `${path}: ${String(messageText)}`);
  const visit = (node: ts.Node): void => {
    const isToken = node.getChildCount(file) === 0;
    const isName = !texts.has(node.kind) && ts.isToken(node) && !isKey(node);
    if (isToken && isName && node.getText(file).includes(canary))
      found.push(`${path}: ${node.getText(file)}`);
    for (const child of node.getChildren(file)) if (!isJsDoc(child)) visit(child);
  };
  visit(file);
  return found;
}

/** The key of a member. A contract may call something like the canary, for instance a variable of a server's address. */
function isKey(node: ts.Node): boolean {
  const { parent } = node;
  const isMember = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent);
  return isMember && parent.name === node && node.getText() === canary;
}

function isJsDoc(node: ts.Node): boolean {
  return node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode;
}

const stub = [
  "export const bindOperations = (client, groups) => groups;",
  "export const createHttpClient = () => ({});",
  "export const createValidation = () => ({});",
  "export const describeCases = () => {};",
  "export const routeTable = (routes) => routes;",
  ...runtimeFunctions.map((name) => `export const ${name} = () => {};`),
].join("\n");

const runner = `
import { readFileSync } from "node:fs";
for (const path of JSON.parse(readFileSync("modules.json", "utf8"))) {
  try {
    await import(path);
  } catch (error) {
    console.log(path + ": " + error.stack);
  }
  if ("${canary}" in globalThis) {
    console.log(path + ": ran the canary");
    delete globalThis.${canary};
  }
}
`;

/** Imports every module of the output in a process that can't compile strings to code, and returns the failures. */
export async function runAll(files: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await temporaryFolder();
  const modules: string[] = [];
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const [path, text] of compiledFiles(files)) {
    if (!path.endsWith(".js")) continue;
    await put(path, text);
    modules.push(`./${path}`);
  }
  await put("package.json", '{ "type": "module" }');
  for (const name of ["oipkit", "@oipkit/runtime"]) {
    await put(`node_modules/${name}/package.json`, '{ "type": "module", "exports": { "./*": "./stub.js" } }');
    await put(`node_modules/${name}/stub.js`, `${stub} export const createReceiver = () => {};`);
  }
  await put("modules.json", JSON.stringify(modules));
  await put("run.js", runner);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disallow-code-generation-from-strings", "run.js"],
    { cwd: folder, maxBuffer: 2 ** 26 },
  );
  return stdout.split("\n").filter((line) => line !== "");
}
