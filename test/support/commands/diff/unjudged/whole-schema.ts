import { wholeOpenApi } from "./whole-openapi.js";

const { All, ...others } = wholeOpenApi.components.schemas;

/** A schema file with every keyword of JSON Schema 2020-12, and some of OpenAPI. */
export const wholeSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...(JSON.parse(
    JSON.stringify(All)
      .replaceAll("#/components/schemas/All/", "#/")
      .replaceAll("#/components/schemas/", "#/$defs/"),
  ) as object),
  $defs: { ...others, Local: { type: "boolean" } },
};
