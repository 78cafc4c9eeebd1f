import type { HttpApi } from "../../../reader/model/model.js";
import { scriptText } from "../../../reader/text/code/script.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { openApiTypes } from "./openapi/openapi-typescript.js";

/** How to write the types of string enums in answers: as the contract lists them, or open for later values. */
export type EnumTypes = "closed" | "open";

/** `<api>/types.ts`: the types of an OpenAPI document, by openapi-typescript. */
export function emitHttpTypes(
  api: HttpApi,
  { enums }: { readonly enums: EnumTypes },
  render: Render,
): GeneratedFile[] {
  const outside = api.outside.map(({ name }) => name);
  const types = scriptText(openApiTypes(api.bundled, { outside, enums }).trim());
  return [
    {
      path: `${api.name}/types.ts`,
      text: render("http-types.ts", { header: fileHeader([api.source]), types }),
    },
  ];
}
