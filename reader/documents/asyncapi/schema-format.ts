/** The dialects in which the schema of a payload may be written; `foreign` is not JSON Schema, as Avro or Protobuf. */
export type SchemaFormat = "draft-07" | "2020-12" | "openapi-3.0" | "foreign";

/** The dialect that the `schemaFormat` of an AsyncAPI document names. AsyncAPI's own is a superset of draft-07. */
export function schemaFormatOf(schemaFormat: unknown): SchemaFormat {
  if (schemaFormat === undefined) return "draft-07";
  const text = String(schemaFormat).toLowerCase();
  const version = /;\s*version\s*=\s*"?([^;"\s]+)/.exec(text)?.[1] ?? "";
  if (/^application\/schema(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text))
    return version.includes("2020-12") || version.includes("next") ? "2020-12" : "draft-07";
  if (/^application\/vnd\.oai\.openapi(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text))
    return /^3\.[1-9]/.test(version) ? "2020-12" : "openapi-3.0";
  return /^application\/vnd\.aai\.asyncapi(?:\+(?:json|yaml))?\s*(?:;|$)/.test(text) ? "draft-07" : "foreign";
}

/** The name of a foreign format, for people. */
export function foreignFormatName(schemaFormat: unknown): string {
  const text = String(schemaFormat);
  const names = { avro: "Avro", protobuf: "Protobuf", raml: "RAML", xsd: "XML Schema" };
  const found = Object.entries(names).find(([part]) => text.toLowerCase().includes(part));
  return found === undefined ? `\`${text}\`` : found[1];
}
