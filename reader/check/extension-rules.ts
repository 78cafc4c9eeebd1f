import { nearestNames } from "@oipkit/runtime/nearest-names";
import { documentMessages } from "../documents/asyncapi/messages.js";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { jointSchemas } from "../documents/joint-schemas.js";
import { pathItemAt, pathItemOperations } from "../documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";

/** An extension of an operation, with the operation and its path item. */
interface OperationExtension {
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly schema: "x-access-snapshot" | "x-environments" | "x-pagination";
  readonly holders: readonly Place[];
}

/** The extensions of all operations that have a schema in the vocabulary. */
export function operationExtensions(contracts: Contracts): OperationExtension[] {
  return contracts.openapi.flatMap((document) =>
    childPlaces(placeAt(document, ["paths"])).flatMap(([, reference]) => {
      const item = pathItemAt(contracts, reference);
      return pathItemOperations(contracts, item).flatMap(({ operation }) => {
        return (["x-access-snapshot", "x-environments", "x-pagination"] as const).flatMap((schema) => {
          const { tokens, value } = below(operation, schema);
          if (value === undefined) return [];
          return [{ document: operation.document, tokens, value, schema, holders: [...item, operation] }];
        });
      });
    }),
  );
}

/** The operation must declare the query parameter that sends the cursor. */
export function checkPagination(
  contracts: Contracts,
  { document, tokens, value, holders }: OperationExtension,
): Diagnostic[] {
  const { parameter } = value as { parameter?: string };
  if (parameter === undefined) return [];
  const declared = holders
    .flatMap((holder) => entriesOfList(below(holder, "parameters")))
    .map((place) => dereference(contracts, place).value as { name?: unknown; in?: unknown });
  if (declared.some(({ name, in: where }) => name === parameter && where === "query")) return [];
  const message = `the operation has no query parameter \`${parameter}\``;
  const hint = "Declare the parameter, or name the parameter that sends the cursor.";
  return [diagnose(document, [...tokens, "parameter"], { code: "extension-invalid", message, hint })];
}

/** The items of a list, as places. */
export function entriesOfList(place: Place): Place[] {
  if (Array.isArray(place.value)) return place.value.map((_, index) => below(place, String(index)));
  return [];
}

/** Its events must exist, its parameters must be the operation's, and only one operation of a document may have it. */
export function checkAccessSnapshot(contracts: Contracts, extension: OperationExtension): Diagnostic[] {
  const [first] = operationExtensions(contracts).filter(
    ({ document, schema }) => schema === extension.schema && document === extension.document,
  );
  if (first !== undefined && first.tokens.join("/") !== extension.tokens.join("/")) {
    const message = "another operation of this document already has `x-access-snapshot`";
    return [found(extension, message, "Keep only one of them.")];
  }
  return [...unknownEvents(contracts, extension), ...wrongParameters(contracts, extension)];
}

/** Without an AsyncAPI document, the names can't be checked. */
function unknownEvents(contracts: Contracts, place: Place): Diagnostic[] {
  if (contracts.asyncapi.length === 0) return [];
  const names = contracts.asyncapi.flatMap((document) =>
    documentMessages(contracts, document).flatMap(({ name }) => name ?? []),
  );
  return childPlaces(below(place, "events"))
    .filter(([name]) => !names.includes(name))
    .map(([name, event]) =>
      found(
        event,
        `there is no event named \`${name}\``,
        "Use the `name` of a message in the AsyncAPI document.",
      ),
    );
}

function wrongParameters(contracts: Contracts, extension: OperationExtension): Diagnostic[] {
  const parameters = extension.holders
    .flatMap((holder) => entriesOfList(below(holder, "parameters")))
    .map(
      (place) => dereference(contracts, place).value as { name?: string; in?: string; required?: boolean },
    );
  const names = parameters.flatMap(({ name, in: where }) => {
    if (name === undefined || (where !== "path" && where !== "query")) return [];
    return [name];
  });
  const required = parameters.flatMap(({ name, in: where }) => {
    if (name === undefined || where !== "path") return [];
    return [name];
  });
  return childPlaces(below(extension, "events")).flatMap(([, event]) => {
    const request = below(event, "request");
    const given = childPlaces(request);
    const unknown = given.filter(([name]) => !names.includes(name));
    const missing = required.filter((name) => !given.some(([other]) => other === name));
    const hint = `Parameters of the operation: ${names.map((name) => `\`${name}\``).join(", ") || "none"}.`;
    return [
      ...unknown.map(([name, at]) =>
        found(at, `the operation has no path or query parameter \`${name}\``, hint),
      ),
      ...missing.map((name) =>
        found(
          request,
          `the path parameter \`${name}\` is missing`,
          "Add a JSON Pointer to its value in the event.",
        ),
      ),
    ];
  });
}

function found({ document, tokens }: Place, message: string, hint: string): Diagnostic {
  return diagnose(document, tokens, { code: "extension-invalid", message, hint, target: "key" });
}

/** The extensions of all schema files that describe a manifest. */
export function manifestExtensions(contracts: Contracts): Place[] {
  return contracts.schemas
    .map((document) => placeAt(document, ["x-artifact-manifest"]))
    .filter(({ value }) => value !== undefined);
}

const ofItems = ["path", "sha256"];

/** The properties that it names must exist, in the schema or in the items of its list. */
export function checkArtifactManifest(contracts: Contracts, extension: Place): Diagnostic[] {
  const { document } = extension;
  const root = placeAt(document, ["properties"]);
  const { assets } = extension.value as { readonly assets: string };
  const lists = jointSchemas(contracts, below(root, assets)).map((list) => below(list, "items"));
  const items = lists.flatMap((each) => jointSchemas(contracts, each));
  return childPlaces(extension).flatMap(([role, place]) => {
    let properties = childPlaces(root);
    let owner = "the schema has";
    if (ofItems.includes(role)) {
      properties = items.flatMap((each) => childPlaces(below(each, "properties")));
      owner = `the items of \`${assets}\` have`;
    }
    const known = properties.map(([name]) => name);
    const name = place.value as string;
    if (known.includes(name)) return [];
    const [near] = nearestNames(name, known);
    const message = `${owner} no property \`${name}\``;
    const hint =
      near === undefined ? "Define it in `properties`, or remove it here." : `Did you mean \`${near}\`?`;
    return [diagnose(document, place.tokens, { code: "extension-invalid", message, hint })];
  });
}
