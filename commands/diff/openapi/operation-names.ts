import { methods } from "../../../reader/documents/openapi/path-items.js";

/** A method as it is sent: fields of a path item are in lower case, and names in `additionalOperations` are kept. */
export function sentMethod(method: string): string {
  return [...methods, "query"].includes(method) ? method.toUpperCase() : method;
}

/** A path whose parameters have no names, since these aren't sent. */
function templateOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}

/** An operation as it is called, which doesn't depend on the names of its path parameters. */
export function operationKey(method: string, path: string): string {
  return `${sentMethod(method)} ${templateOf(path)}`;
}
