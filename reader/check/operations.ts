import { nearestNames } from "@oipkit/runtime/nearest-names";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import type { Document } from "../documents/document.js";
import { pathItemAt, pathItemOperations } from "../documents/openapi/path-items.js";
import { below, childPlaces, dereference, type Place, placeAt } from "../documents/place.js";
import { isImplied } from "../documents/repair/implied-parameters.js";
import { words } from "../documents/words.js";
import { entriesOfList } from "./extension-rules.js";
import { NameSuggestions } from "./name-suggestions.js";

/** A parameter with `in: path` must be in the path, and each part of the path in braces must have a parameter. */
export function checkPathParameters(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) =>
    childPlaces(placeAt(document, ["paths"])).flatMap(([path, reference]) => {
      const item = pathItemAt(contracts, reference);
      const named = { path, names: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name) };
      const shared = item.flatMap((holder) => declaredIn(contracts, holder));
      return [
        ...notInPath(named, shared, shared),
        ...pathItemOperations(contracts, item).flatMap(({ operation }) => {
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

/** A security requirement must name a scheme that the document declares. */
export function checkSecuritySchemes(contracts: Contracts): Diagnostic[] {
  const suggestions = new NameSuggestions();
  const known = new Map<Document, ReadonlySet<string>>();
  const schemes = (document: Document): ReadonlySet<string> => {
    const names = known.get(document) ?? schemeNames(document);
    known.set(document, names);
    return names;
  };
  return contracts.openapi.flatMap((document) => {
    const operations = ["paths", "webhooks"]
      .flatMap((section) => childPlaces(placeAt(document, [section])))
      .flatMap(([, reference]) => pathItemOperations(contracts, pathItemAt(contracts, reference)))
      .map(({ operation }) => operation);
    return [placeAt(document, []), ...operations]
      .flatMap((holder) => entriesOfList(below(holder, "security")))
      .flatMap((requirement) => childPlaces(requirement).map(([name, at]) => ({ name, at })))
      .flatMap(({ name, at }) => {
        // A path item in another file may mean the schemes of either document.
        if (schemes(document).has(name) || schemes(at.document).has(name)) return [];
        const declared = (): string[] => [...schemes(document), ...schemes(at.document)];
        return [undeclared(name, at, suggestions.hint(name, declared, undeclaredHints))];
      });
  });
}

function schemeNames(document: Document): ReadonlySet<string> {
  return new Set(childPlaces(placeAt(document, ["components", "securitySchemes"])).map(([name]) => name));
}

const undeclaredHints = {
  found: (near: string) =>
    `Did you mean \`${near}\`? Otherwise, declare it in \`components.securitySchemes\`.`,
  otherwise: "Declare it in `components.securitySchemes`, or remove the requirement.",
};

function undeclared(name: string, { document, tokens }: Place, hint: string): Diagnostic {
  return diagnose(document, tokens, {
    severity: "warning",
    code: "security-scheme-unknown",
    message: `there is no security scheme \`${name}\``,
    hint,
    target: "key",
  });
}

/**
 * An `operationId` must be unique within its document, wherever its operations are written, also as the name of a function, which has
 * only its letters and digits.
 */
export function checkOperationIds(contracts: Contracts): Diagnostic[] {
  return contracts.openapi.flatMap((document) => {
    const first = new Map<string, string>();
    const firstName = new Map<string, string>();
    const found: Diagnostic[] = [];
    for (const { operation, name } of operationsIn(contracts, placeAt(document, []))) {
      const id = below(operation, "operationId");
      if (typeof id.value !== "string") continue;
      const other = first.get(id.value);
      if (other === undefined) {
        first.set(id.value, name);
        const letters = words(id.value).join("").toLowerCase();
        const namesake = firstName.get(letters);
        if (letters === "" || namesake !== undefined) found.push(withoutName(id, namesake));
        else firstName.set(letters, id.value);
      } else
        found.push(
          diagnose(id.document, id.tokens, {
            severity: "warning",
            code: "operation-id-duplicate",
            message: `duplicate operationId \`${id.value}\`: ${other} already has it, so this function gets a number`,
            hint: "Give each operation a unique id: it becomes the name of a function.",
          }),
        );
    }
    return found;
  });
}

/** An id that can't be the name of a function; `namesake`: another one that gives the same name. */
function withoutName(id: Place, namesake: string | undefined): Diagnostic {
  const shown = `operationId \`${String(id.value)}\``;
  let message = `${shown} has no letter or digit, so the function is named for its method and path`;
  if (namesake !== undefined)
    message = `${shown} and \`${namesake}\` give functions of the same name, so one of them gets a number`;
  return diagnose(id.document, id.tokens, {
    severity: "warning",
    code: "operation-id-duplicate",
    message,
    hint: "Give each operation an id with letters of its own: it becomes the name of a function.",
  });
}

/** The operations and webhooks of a document, with what people call them. */
function operationsIn(contracts: Contracts, root: Place): { operation: Place; name: string }[] {
  return ["paths", "webhooks"].flatMap((section) =>
    childPlaces(below(root, section)).flatMap(([path, item]) =>
      pathItemOperations(contracts, pathItemAt(contracts, item)).map(({ method, operation }) => ({
        operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
    ),
  );
}
