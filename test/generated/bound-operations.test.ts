import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { root } from "../support/generator/emit/contract-folder.js";

const clients = [
  "generated/platform/client.ts",
  "generated/probe/client.ts",
  "platform/console/generated/sandbox/client.ts",
  "test/golden/orders-api/generated/orders/client.ts",
];

/** A client whose operations are bound in the slow way, by calls that the compiler compares with the types of `Client`. */
function withCalls(text: string): string {
  const [before = "", groups = ""] = text.split("bindOperations<Client>(client, ");
  expect(groups).not.toBe("");
  const calls = groups
    .replace(/\}\);\n\}\s*$/, "} };\n}\n")
    .replace(/^( {6}\w+): (\w+),$/gm, "$1: (request, options) => $2(client, request, options),")
    .replace(/^( {6})(\w+),$/gm, "$1$2: (request, options) => $2(client, request, options),");
  expect(calls.match(/=>/g)?.length).toBe(before.match(/^ {4}readonly \w+: /gm)?.length);
  return `${before}{ client, ...${calls}`;
}

/** What the compiler says of a file with another text. */
function problems(path: string, text: string): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, noEmit: true });
  const read = host.readFile;
  host.readFile = (file) => (file === path ? text : read(file));
  const program = ts.createProgram([path], { ...options, noEmit: true, noUnusedLocals: false }, host);
  return [
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(program.getSourceFile(path)),
  ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

// `bindOperations` compares the names alone, to spare every user's compiler the rest.
describe("a client has the types of its operations", () => {
  test.each(clients)("%s", (client) => {
    const path = join(root, client);
    const text = withCalls(readFileSync(path, "utf8"));
    expect(problems(path, text)).toEqual([]);
    const [name = ""] = /(?<= readonly \w+: \(request\??: )\w+/.exec(text) ?? [];
    const wrong = text.replace(new RegExp(`readonly \\w+: \\(request\\??: ${name}`), (all) =>
      all.replace(name, "42"),
    );
    expect(problems(path, wrong)).not.toEqual([]);
  });
});
