import type { Contracts } from "../documents/contracts.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import { numbered } from "../documents/words.js";
import type { HttpApi, HttpIncoming, HttpSubject } from "./model.js";
import { fileStem, type Names, pascalCase } from "./names.js";
import { placeSource } from "./schemas.js";

/** Where the names of subjects come from; those of schema files and messages are taken. */
interface SubjectNames {
  readonly types: Names;
  readonly files: Names;
  /** Names in the catalog. */
  readonly subjects: Set<string>;
}

/** An API with the schemas that get validators of their own. */
export function withSubjects(contracts: Contracts, api: HttpApi, names: SubjectNames): HttpApi {
  const found =
    api.operations.length + api.incoming.length === 0
      ? componentSchemas(contracts, api)
      : api.incoming.flatMap((request) => bodySubject(contracts, request));
  return { ...api, subjects: found.map((each) => named(contracts, api, { found: each, names })) };
}

type Found = Pick<HttpSubject, "type" | "place"> & { readonly wanted: string };

/** The first body of a request that may be JSON. */
function bodySubject(contracts: Contracts, { name, typeKey, operation }: HttpIncoming): Found[] {
  const content = below(dereference(contracts, below(operation.place, "requestBody")), "content");
  const [first] = childPlaces(content).filter(([type]) => mayBeJson(type));
  if (first === undefined) return [];
  const [mediaType, media] = first;
  const place = below(media, "schema");
  if (!isSchema(place)) return [];
  const method = operation.httpMethod.toLowerCase();
  return [{ wanted: name, place, type: ["webhooks", typeKey, method, "requestBody", "content", mediaType] }];
}

function componentSchemas(contracts: Contracts, api: HttpApi): Found[] {
  const document = contracts.openapi.find(
    (each) => placeSource(contracts, { document: each, tokens: [] }).file === api.source.file,
  );
  if (document === undefined) return [];
  return childPlaces(placeAt(document, ["components", "schemas"]))
    .filter(([, place]) => isSchema(place))
    .map(([name, place]) => ({ wanted: name, place, type: ["components", "schemas", name] }));
}

function named(
  contracts: Contracts,
  api: HttpApi,
  { found: { wanted, place, type }, names }: { readonly found: Found; readonly names: SubjectNames },
): HttpSubject {
  let name = names.subjects.has(wanted) ? `${api.name}/${wanted}` : wanted;
  for (let number = 2; names.subjects.has(name); number++) name = `${api.name}/${numbered(wanted, number)}`;
  names.subjects.add(name);
  const typeName = names.types.take(pascalCase(wanted));
  return {
    name,
    typeName,
    fileName: names.files.takeProperty(fileStem(wanted)),
    type,
    place,
    source: placeSource(contracts, place),
  };
}

/** Whether bodies of a media type of a contract can be JSON: it is JSON, or a range that covers `application/json` or `application/…+json`. */
export function mayBeJson(mediaType: string): boolean {
  return isJsonMedia(mediaType) || /^(?:\*|\*\/\*|application\/\*(?:\+json)?)\s*(?:;|$)/i.test(mediaType);
}

/** Whether bodies of a media type of a contract are JSON. */
export function isJsonMedia(mediaType: string): boolean {
  return /^[^;*]*[/+]json\s*(?:;|$)/i.test(mediaType);
}

function isSchema({ value }: Place): boolean {
  return typeof value === "boolean" || (value !== null && typeof value === "object" && !Array.isArray(value));
}
