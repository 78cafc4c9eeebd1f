import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Place, placeAt, placeKey } from "../../../../reader/documents/place.js";
import { isSchemaObject, recordOrEmpty } from "../../../../reader/documents/schema-walk.js";
import type { HttpApi, Source } from "../../../../reader/model/model.js";
import { placeSource } from "../../../../reader/model/schemas.js";
import { code, join, scriptText } from "../../../../reader/text/code/code.js";
import { shortLines } from "../../../../reader/text/code/wrap.js";
import { printableJson } from "../../../../reader/text/json.js";
import type { OutputContext } from "../../../outputs/output.js";
import { fileHeader, type GeneratedFile } from "../../file.js";
import { namedType } from "../named-type.js";
import { type TypeContext, typeExpression } from "../type-expression.js";
import { componentTypeNames } from "./component-names.js";
import { MarkedDocument } from "./marked-document.js";
import { operationTypes } from "./operation-types.js";
import { tidyTypes } from "./tidy-types.js";
import { typedDocument, withParameterSchemas } from "./typed-document.js";

/**
 * `<api>/types.ts`: a type for each component of an OpenAPI document, and its `paths`, `operations` and `components` as
 * openapi-typescript writes them.
 */
export function emitHttpTypes(
  api: HttpApi,
  { contracts, enums, int64, render }: OutputContext,
): GeneratedFile {
  const outside = new Map(api.outside.map(({ name, place }) => [name, place]));
  const typed = typedDocument(api.bundled, { outside: [...outside.keys()], enums });
  const own = contracts.openapi.find(
    (each) => placeSource(contracts, { document: each, tokens: [] }).file === api.source.file,
  );
  if (own === undefined) throw new Error(`${api.source.file} isn't among the contracts`);
  // A path of its own, since its schemas aren't those of the file.
  const document = { ...own, path: `${own.path}?types`, value: withParameterSchemas(typed.value) };
  const places = componentPlaces(placeAt(document, ["components", "schemas"]));
  const typeNames = componentTypeNames([...places.keys()]);
  const names = new Map<string, string>();
  for (const [name, place] of places) names.set(placeKey(place), typeNames.get(name) ?? name);
  const context: TypeContext = {
    contracts: { documents: new Map([[document.path, document]]) },
    names,
    // As in openapi-typescript.
    hasOnlyTypes: true,
    use: () => {},
    // Without a client, nothing reads or writes them.
    longIntegers: int64 === "number" || !isCalled(api) ? undefined : int64,
  };

  const components = [...places].map(([name, place]) => {
    const typeName = typeNames.get(name) ?? name;
    return code`${namedType(context, { typeName, place, source: sourceFor(name) })}\n`;
  });
  const marked = new MarkedDocument(document.value);
  const operations = tidyTypes(operationTypes(marked), (mark) =>
    typeExpression(context, { document, tokens: ["marks", String(mark)], value: marked.schemaAt(mark) }),
  );
  // The library copies descriptions and names with their control characters.
  const types = shortLines(join([...components, scriptText(printableJson(operations))], "\n"));
  return {
    path: `${api.name}/types.ts`,
    text: render("http-types.ts", { header: fileHeader([api.source]), types }),
  };

  function sourceFor(name: string): Source {
    const written = typed.originals.get(name) ?? name;
    const place = outside.get(written);
    if (place !== undefined) return placeSource(contracts, place);
    return { file: api.source.file, pointer: toPointer(["components", "schemas", written]) };
  }
}

function isCalled({ operations }: HttpApi): boolean {
  return operations.some(({ kind }) => kind === "path");
}

/** The components that get a type: any but `true` and `false`, which are written where they are used. */
function componentPlaces(schemas: Place): Map<string, Place> {
  const { document, tokens } = schemas;
  const found = new Map<string, Place>();
  for (const [name, value] of Object.entries(recordOrEmpty(schemas.value)))
    if (isSchemaObject(value)) found.set(name, { document, tokens: [...tokens, name], value });
  return found;
}
