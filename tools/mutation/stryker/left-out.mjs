// Code of the Node receiver that isn't part of the protocol.

/** Files without protocol code, and why. */
export const leftOutFiles = {
  "log.mjs": "the log, which only people read",
  "probe.mjs": "the probe, which is a part of the test",
  "settings.mjs": "the command line",
};

/** Functions without protocol code in other files, and why. */
const leftOutFunctions = {
  find: "serves the probe",
  holds: "serves the probe",
  listen: "the command line",
};

/** Why a mutant of a node (a Babel path) is left out, or `undefined`. Called for each node on the way from the root. */
export function leftOut(path) {
  const { node, parent } = path;
  const name = functionName(path);
  if (name !== undefined && Object.hasOwn(leftOutFunctions, name)) return leftOutFunctions[name];
  if (parent?.type === "Program" && isProgram(parent) && !path.isFunction()) return "the command line";
  if (node.type === "StringLiteral" && parent.type === "ObjectProperty" && parent.key.name === "outcome") {
    return "text of the log";
  }
  if (node.type === "ExpressionStatement" && isCallOf(node.expression, "log")) return "the log";
  if (node.type === "StringLiteral" && parent.type === "NewExpression")
    return "text of an error that nobody sees";
  return undefined;
}

function functionName({ node, parent }) {
  if (node.type === "ObjectMethod") return node.key.name;
  if (node.type !== "ArrowFunctionExpression") return undefined;
  return parent.key?.name ?? parent.id?.name;
}

/** What exports nothing is a program: outside of its functions, it reads the command line and wires the parts. */
function isProgram({ body }) {
  return !body.some(({ type }) => type.startsWith("Export"));
}

function isCallOf({ type, callee }, name) {
  return type === "CallExpression" && callee.type === "MemberExpression" && callee.object.name === name;
}
