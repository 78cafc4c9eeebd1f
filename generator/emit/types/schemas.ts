import { code, join } from "../../../reader/text/code/code.js";
import type { Render } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { namedType } from "./named-type.js";

/** `schemas.ts`: one type for each JSON Schema. */
export function emitSchemas({ model, contracts, names }: EmitInput, render: Render): GeneratedFile[] {
  if (model.schemas.length === 0) return [];
  const context = { contracts, names, use: () => {} };
  const types = join(
    model.schemas.map((schema) => code`${namedType(context, schema)}\n`),
    "\n",
  );
  return [
    {
      path: "schemas.ts",
      text: render("schemas.ts", { header: fileHeader(model.schemas.map(({ source }) => source)), types }),
    },
  ];
}
