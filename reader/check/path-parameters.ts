import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { operationsOf, pathItemAt } from "../documents/openapi/path-items.js";
import { below, dereference, entriesOf, type Place, placeAt } from "../documents/place.js";
import { isImplied } from "../documents/repair/implied-parameters.js";
import { entriesOfList } from "./operation-extensions.js";

/** A parameter with `in: path` must be in the path, and each part of the path in braces must have a parameter. */
export function checkPathParameters(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) =>
    entriesOf(placeAt(document, ["paths"])).flatMap(([path, reference]) => {
      const item = pathItemAt(contracts, reference);
      const named = { path, names: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name) };
      const shared = item.flatMap((holder) => declaredIn(contracts, holder));
      return [
        ...notInPath(named, shared, shared),
        ...operationsOf(contracts, item).flatMap(({ operation }) => {
          const own = declaredIn(contracts, operation);
          const all = [...shared, ...own];
          return [...notInPath(named, own, all), ...notDeclared(named, operation, all)];
        }),
      ];
    }),
  );
}

interface NamedPath {
  readonly path: string;
  /** The names in braces. */
  readonly names: readonly string[];
}

interface PathParameter {
  readonly name: string;
  /** Its name, or the reference to it. */
  readonly at: Place;
}

function declaredIn(contracts: Contracts, holder: Place): PathParameter[] {
  return entriesOfList(below(holder, "parameters")).flatMap((entry) => {
    const { value } = dereference(contracts, entry);
    const { name, in: where } = (value ?? {}) as { name?: unknown; in?: unknown };
    if (where !== "path" || typeof name !== "string" || isImplied(value)) return [];
    const isReference = (entry.value as { $ref?: unknown }).$ref !== undefined;
    return [{ name, at: below(entry, isReference ? "$ref" : "name") }];
  });
}

function notInPath(
  { path, names }: NamedPath,
  declared: readonly PathParameter[],
  all: readonly PathParameter[],
): Diagnostic[] {
  const free = names.filter((name) => !all.some((parameter) => parameter.name === name));
  return declared
    .filter(({ name }) => !names.includes(name))
    .map(({ name, at }) => {
      const [near] = free.length === 1 ? free : nearestNames(name, free);
      const meant = near === undefined ? "" : `Did you mean \`${near}\`? Otherwise, `;
      const fix = `add \`{${name}}\` to the path, or remove the parameter.`;
      return diagnose(at.document, at.tokens, {
        severity: "warning",
        code: "path-parameter-unknown",
        message: `the path parameter \`${name}\` isn't in the path \`${path}\`, so its value has no place in the URL`,
        hint: meant === "" ? `A${fix.slice(1)}` : meant + fix,
      });
    });
}

function notDeclared(
  { path, names }: NamedPath,
  operation: Place,
  all: readonly PathParameter[],
): Diagnostic[] {
  const absent = names.filter((name) => !all.some((parameter) => parameter.name === name));
  // A misspelt name is one mistake, which is reported at the parameter.
  const misspelt = all.filter(({ name }) => !names.includes(name)).length;
  return absent.slice(misspelt).map((name) =>
    diagnose(operation.document, operation.tokens, {
      severity: "warning",
      code: "path-parameter-missing",
      message: `the path \`${path}\` needs a value for \`{${name}}\`, but the operation has no such parameter; it is read as a required string`,
      hint: `Add a parameter with \`name: ${name}\`, \`in: path\` and \`required: true\`.`,
      target: "key",
    }),
  );
}
