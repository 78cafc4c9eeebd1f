import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ContractError } from "../../../../reader/documents/diagnostic.js";
import type { OperationChecks } from "../../../../runtime/http/index.js";
import { compiledFiles } from "../../compiled-files.js";
import { contractFolder, generateFrom } from "../emit/contract-folder.js";
import { type ReferenceCase, type Shell, shellFiles } from "./reference-case.js";

/** What a case gave: generated files, or findings as `code pointer`. */
export interface Result {
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly string[];
}

/** Generates from a case. Rejects if that fails in any way that isn't a finding with its place. */
export async function generateCase(shell: Shell, each: ReferenceCase): Promise<Result> {
  const folder = await contractFolder(shellFiles(shell, each));
  try {
    const only = ["types", "client", "validators"];
    return { files: await generateFrom([folder], { only }), findings: [] };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const found = error.diagnostics.filter(({ severity }) => severity === "error");
    return {
      files: new Map(),
      findings: found.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`),
    };
  }
}

/** The generated validator of the subject: whether it accepts a value. */
export async function loadValidator(shell: Shell, { files }: Result): Promise<(value: unknown) => boolean> {
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries(compiledFiles(files)),
  });
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
  if (shell === "asyncapi" || shell === "schema")
    return ((await load("validators/index.js")) as { isSubject: (value: unknown) => boolean }).isSubject;
  if (!files.has("validators/api.operations.ts")) return () => true;
  const { operations } = (await load("validators/api.operations.js")) as {
    operations: Record<string, OperationChecks>;
  };
  const check = operations.subject?.answers?.["200"]?.["application/json"];
  return (value) => check === undefined || check(value).length === 0;
}
