import { contractFolder } from "../generator/emit/contract-folder.js";

const header = "$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\n";

export const thing = `${header}properties:\n  id:\n    type: string\n`;
export const brokenYaml = "type: object\nproperties: {\n";
export const api = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200": { description: All }
`;

/** A new folder whose `contracts/` has one schema and one API. */
export function project(more: Readonly<Record<string, string>> = {}): Promise<string> {
  return contractFolder({
    "contracts/schemas/thing.schema.yaml": thing,
    "contracts/things.openapi.yaml": api,
    ...more,
  });
}
