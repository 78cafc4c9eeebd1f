import { readFile } from "node:fs/promises";
import ts from "typescript";

/**
 * The names that a description requires.
 * @typedef {{ readonly operations: readonly string[], readonly schemas: readonly string[] }} Names
 */

/**
 * The form of an operation in an output: a function, or a member of `interface operations`.
 * @typedef {"function" | "member"} OperationForm
 */

/**
 * The operation ids and component schemas of an OpenAPI document in JSON.
 * @param {string} path
 * @returns {Promise<Names>}
 */
export async function readNames(path) {
  /** @type {{ paths: Record<string, Record<string, { operationId?: string }>>, components: { schemas: object } }} */
  const document = JSON.parse(await readFile(path, "utf8"));
  const members = Object.values(document.paths).flatMap((item) => Object.values(item));
  return {
    operations: members.flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId])),
    schemas: Object.keys(document.components.schemas),
  };
}

/* * The names of a description that generated TypeScript lacks. Generators write the same name in different cases and
 * with different separators, so only letters and digits are compared.
 * @param {readonly string[]} files
 * @param {Names} wanted
 * @param {OperationForm} form
 * @returns {Names}
 * @throws {Error} if a file isn't TypeScript, such as a truncated one
 */
export function missingNames(files, wanted, form) {
  const program = ts.createProgram([...files], { noResolve: true, noLib: true, types: [] });
  const broken = program.getSyntacticDiagnostics()[0];
  if (broken)
    throw new Error(`${broken.file?.fileName}: ${ts.flattenDiagnosticMessageText(broken.messageText, " ")}`);
  const statements = files.flatMap((file) => [...(program.getSourceFile(file)?.statements ?? [])]);
  const operations = new Set(
    statements.flatMap((node) => (form === "function" ? functionNames(node) : membersOf(node, "operations"))),
  );
  const schemas = new Set(
    statements.flatMap((node) => [...typeNames(node), ...membersOf(node, "components", "schemas")]),
  );
  return {
    operations: wanted.operations.filter((name) => !operations.has(plain(name))),
    schemas: wanted.schemas.filter((name) => !schemas.has(plain(name))),
  };
}

/** @param {string} name */
function plain(name) {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** @param {ts.Statement} node */
function functionNames(node) {
  if (ts.isFunctionDeclaration(node)) return node.name ? [plain(node.name.text)] : [];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer) ? [plain(name.text)] : [],
  );
}

/** @param {ts.Statement} node */
function typeNames(node) {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return [plain(node.name.text)];
  return [];
}

/**
 * @param {ts.Statement} node
 * @param {string} name of an interface
 * @param {string} [inner] a property of it whose members are used instead
 */
function membersOf(node, name, inner) {
  if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return [];
  if (inner === undefined) return propertyNames(node.members);
  const property = node.members.find((member) => propertyNames([member])[0] === inner);
  const type = property && ts.isPropertySignature(property) ? property.type : undefined;
  if (type && ts.isTypeLiteralNode(type)) return propertyNames(type.members);
  return [];
}

/** @param {readonly ts.TypeElement[]} members */
function propertyNames(members) {
  return members.flatMap(({ name }) =>
    name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [plain(name.text)] : [],
  );
}
