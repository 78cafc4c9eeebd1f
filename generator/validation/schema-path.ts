/** The tokens of a path as Ajv writes it: a JSON Pointer in a URI fragment. */
export function schemaTokens(schemaPath: string): string[] {
  return schemaPath
    .split("/")
    .slice(1)
    .map((token) => decodeURIComponent(token).replace(/~1/g, "/").replace(/~0/g, "~"));
}
