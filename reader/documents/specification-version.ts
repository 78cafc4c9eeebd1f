import { isSchemaObject } from "./schema-walk.js";

/** Whether a value is an OpenAPI document of a minor version such as `3.0`, with or without a patch number. */
export function isOpenApi(value: unknown, minor: "3.0" | "3.2"): boolean {
  return isSchemaObject(value) && isOfVersion(value.openapi, minor);
}

/** Whether a value is an AsyncAPI document of a major version. */
export function isAsyncApi(value: unknown, major: "2" | "3"): boolean {
  return isSchemaObject(value) && isOfVersion(value.asyncapi, major);
}

/** Whether a version is another one, or has further numbers after it. */
function isOfVersion(version: unknown, wanted: string): boolean {
  const text = String(version).trim();
  return text === wanted || text.startsWith(`${wanted}.`);
}
