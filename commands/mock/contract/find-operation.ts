import { didYouMean } from "@oipkit/runtime/nearest-names";
import { matchRoutes, type Route } from "@oipkit/runtime/routes";
import type { MockOperation } from "./operations.js";

/** The operation of a request. */
export type FoundOperation =
  | {
      readonly kind: "operation";
      readonly operation: MockOperation;
      /** Path parameters as sent: still percent-encoded. */
      readonly parameters: Readonly<Record<string, string>>;
      /** The path below the base path of the server, as sent. */
      readonly path: string;
    }
  | { readonly kind: "other-method"; readonly allowed: readonly string[] }
  /** `hint`: the nearest paths of the contract, as the end of a sentence; may be empty. */
  | { readonly kind: "none"; readonly hint: string };

/** Finds the operation of a method and a path as sent. A HEAD that isn't declared is the path's GET. */
export type OperationFinder = (method: string, path: string) => FoundOperation;

interface MockRoute extends Route {
  readonly operation: MockOperation;
  readonly base: string;
}

/** Compiles a finder. Paths work with the base path of a server and without. */
export function operationFinder(operations: readonly MockOperation[]): OperationFinder {
  const match = matchRoutes(operations.flatMap(routesOf));
  const templates = [...new Set(operations.flatMap(({ bases, path }) => bases.map((base) => base + path)))];
  const find: OperationFinder = (method, path) => {
    // What the matcher decodes is then as sent, since a comma of a list isn't an encoded one of an item.
    const found = match(method, path.replaceAll("%", "%25"));
    if (found.kind === "route") {
      const { operation, base } = found.route;
      const rest = path.split("/").slice(base.split("/").length);
      return { kind: "operation", operation, parameters: found.parameters, path: `/${rest.join("/")}` };
    }
    if (found.kind === "other-method") {
      if (method === "HEAD" && found.allowed.includes("GET")) return find("GET", path);
      return { kind: "other-method", allowed: found.allowed };
    }
    return { kind: "none", hint: didYouMean(path.slice(0, longestCompared), templates) };
  };
  return find;
}

/** A longer path isn't a slip of the keyboard. */
const longestCompared = 200;

function routesOf(operation: MockOperation): MockRoute[] {
  const { id, method, path, bases } = operation;
  return bases.map((base) => ({
    id,
    method,
    path: base + path,
    operation,
    base,
    security: [],
    parameters: [],
    requiredHeaders: [],
    answers: {},
  }));
}
