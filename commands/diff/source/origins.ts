import { componentTypeNames } from "../../../generator/emit/types/http/component-names.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import { jointSchemas } from "../../../reader/documents/joint-schemas.js";
import { below, dereference, type Place } from "../../../reader/documents/place.js";
import { recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import type { HttpOperation, Model } from "../../../reader/model/model.js";
import { json } from "../../../reader/text/json.js";
import { type ExportName, exportText, type Spot } from "./cause.js";

/** What of the contracts an exported name was made from. */
export interface Origin {
  /** The schema that its properties come from, or the operation. */
  readonly place: Place;
  /** What has the name: a message instead of its payload. */
  readonly owner: Place;
  /** Whether the name was made from that alone, instead of something in it. */
  readonly isExact: boolean;
  readonly operation?: HttpOperation;
}

/** A version, and the model of its SDK. */
export interface Origins {
  readonly contracts: Contracts;
  /** What the name was made from; its document if it was made from all of that. */
  of(name: ExportName): Origin | undefined;
  /** The operation with the same method and path as one of the other version. */
  findCounterpart(operation: HttpOperation): HttpOperation | undefined;
}

/** Finds the origins of names by the rules of the emitters. */
export function createOrigins(contracts: Contracts, model: Model): Origins {
  const known = new Map<string, Origin>();
  const add = (
    module: string,
    name: string,
    origin: Omit<Origin, "owner" | "isExact"> & Partial<Origin>,
  ): void => {
    const key = exportText({ module, name });
    if (!known.has(key)) known.set(key, { owner: origin.place, isExact: true, ...origin });
  };
  const findRoot = (file: string): Place | undefined => {
    const path = [...contracts.names].find(([, name]) => name === file)?.[0];
    const document = path === undefined ? undefined : contracts.documents.get(path);
    return document && { document, tokens: [], value: document.value };
  };
  const addValidators = (fileName: string, place: Place, owner = place): void => {
    const module = `validators/${fileName}.js`;
    for (const name of ["is", "check", "standard", module]) add(module, name, { place, owner });
  };
  const folders = new Map<string, Place>();
  const byTypeName = new Map<string, Place>();
  for (const { typeName, fileName, place } of model.schemas) {
    add("schemas.js", typeName, { place });
    byTypeName.set(typeName, place);
    addValidators(fileName, place);
  }
  for (const { name, source, messages } of model.eventSets) {
    const root = findRoot(source.file);
    if (root !== undefined) folders.set(name, root);
    for (const { typeName, fileName, payload, place } of messages) {
      add(`${name}/types.js`, typeName, { place: payload, owner: place });
      add(`${name}/guards.js`, `is${typeName}`, { place });
      addValidators(fileName, payload, place);
    }
  }
  for (const { name, source, operations, bundled, outside } of model.apis) {
    const root = findRoot(source.file);
    if (root !== undefined) {
      folders.set(name, root);
      const schemas = recordOrEmpty(recordOrEmpty(bundled.components).schemas);
      const types = [...componentTypeNames(Object.keys(schemas))].map(([component, typeName]) => {
        const other = outside.find((each) => each.name === component)?.place;
        return { typeName, place: other ?? below(root, "components", "schemas", component) };
      });
      for (const { typeName, place } of types) add(`${name}/types.js`, typeName, { place });
      // What is written of a component that differs by direction.
      for (const { typeName, place } of types) add(`${name}/types.js`, `${typeName}Request`, { place });
    }
    for (const operation of operations) {
      const origin = { place: operation.place, operation };
      const { typeName, functionName, descriptorName, paginateName, operationId } = operation;
      for (const each of [functionName, `${typeName}Request`, `${typeName}Answer`, descriptorName])
        add(`${name}/client.js`, each, origin);
      if (paginateName !== undefined) add(`${name}/client.js`, paginateName.functionName, origin);
      if (operationId !== undefined) add(`${name}/types.js`, `operations[${json(operationId)}]`, origin);
    }
  }
  const operations = model.apis.flatMap((api) => api.operations);
  return {
    contracts,
    of({ module, name }) {
      const exact = known.get(exportText({ module, name: name.replace(operationPart, "") }));
      if (exact !== undefined) return exact;
      const root = folders.get(module.split("/")[0] ?? "");
      const keys = [...name.matchAll(/\["((?:[^"\\]|\\.)*)"\]/g)].map(
        ([, key]) => JSON.parse(`"${key}"`) as string,
      );
      if (root !== undefined && keys.length > 0) {
        const owner = name.slice(0, name.indexOf("["));
        const place = below(root, owner, ...keys);
        if (place.value !== undefined) return { place, owner: place, isExact: true };
        const schema = byTypeName.get(keys.at(-1) ?? "");
        if (schema !== undefined) return { place: schema, owner: schema, isExact: true };
      }
      return root && { place: root, owner: root, isExact: false };
    },
    findCounterpart: ({ httpMethod, path, kind }) =>
      operations.find((each) => each.httpMethod === httpMethod && each.path === path && each.kind === kind),
  };
}

const operationPart = /(?<=^operations\["(?:[^"\\]|\\.)*"\])\["\w+"\]$/;

/** A place, and whether it is that of the whole path. */
export interface SpotPlace {
  readonly place: Place;
  readonly isComplete: boolean;
}

/** The place of a spot: that of its name, and as far below as its path leads. */
export function spotPlace(origins: Origins, { name, path }: Spot): SpotPlace | undefined {
  const origin = origins.of(name);
  if (origin === undefined) return undefined;
  const { place, operation } = origin;
  if (operation !== undefined) return placeInOperation(origins, operation, path);
  return descend(origins.contracts, place, path);
}

function placeInOperation(
  { contracts }: Origins,
  operation: HttpOperation,
  path: readonly string[],
): SpotPlace {
  const [first, ...rest] = path;
  const parameter = operation.parameters.find(({ key, name }) => key === first || name === path.at(-1));
  if (parameter !== undefined) return { place: parameter.place, isComplete: true };
  const around = { place: operation.place, isComplete: path.length === 0 };
  if (first !== "body") return around;
  const body = dereference(contracts, below(operation.place, "requestBody"));
  const [mediaType] = Object.keys((body.value as { content?: object } | undefined)?.content ?? {});
  if (mediaType === undefined) return around;
  return descend(contracts, below(body, "content", mediaType, "schema"), rest);
}

function descend(contracts: Contracts, from: Place, path: readonly string[]): SpotPlace {
  let at = from;
  for (const step of path) {
    const next = findPart(contracts, at, step);
    if (next === undefined) return { place: at, isComplete: false };
    at = next;
  }
  return { place: at, isComplete: true };
}

/** The schema of a property or of elements, also if a reference or a part of an `allOf` declares it. */
function findPart(contracts: Contracts, from: Place, step: string): Place | undefined {
  return jointSchemas(contracts, from)
    .map((place) => below(place, ...stepTokens(step)))
    .find(({ value }) => value !== undefined);
}

function stepTokens(step: string): readonly string[] {
  if (step === "[]") return ["items"];
  if (step === "[key]") return ["additionalProperties"];
  return ["properties", step];
}
