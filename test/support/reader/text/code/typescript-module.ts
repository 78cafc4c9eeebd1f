import { createContext, runInContext } from "node:vm";
import ts from "typescript";

/** The statements of a TypeScript module. Throws on a syntax error. */
export function parseStatements(text: string): readonly ts.Statement[] {
  const file = ts.createSourceFile("module.ts", text, ts.ScriptTarget.ES2023, true);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  const [first] = parseDiagnostics;
  if (first)
    throw new SyntaxError(
      `${ts.flattenDiagnosticMessageText(first.messageText, " ")} in ${JSON.stringify(text)}`,
    );
  return file.statements;
}

/** The statement of a module that has exactly one. Throws otherwise. */
export function onlyStatement(text: string): ts.Statement {
  const [statement, ...others] = parseStatements(text);
  if (!statement || others.length > 0) throw new SyntaxError(`not one statement: ${JSON.stringify(text)}`);
  return statement;
}

/** Evaluates a TypeScript expression in its own realm, and returns the result as JSON text. */
export function evaluate(expression: string): string {
  const text = `const value = ${expression};`;
  const statement = onlyStatement(text);
  if (!ts.isVariableStatement(statement)) throw new SyntaxError(`no declaration: ${JSON.stringify(text)}`);
  const { outputText } = ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2023 } });
  return runInContext(
    `${outputText}\nJSON.stringify(value)`,
    createContext({}, { codeGeneration: { strings: false, wasm: false } }),
    {
      timeout: 1000,
    },
  ) as string;
}
