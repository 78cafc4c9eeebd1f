import type { HttpClient } from "./http-client.js";

/** Operations by name, in groups of any depth. */
export interface OperationGroups {
  readonly [name: string]: BindableOperation | OperationGroups;
}

/**
 * A generated operation. `never` matches any request it takes, and `unknown` anything it returns: with narrower types
 * the compiler would have to compare the answers of every operation.
 */
export type BindableOperation = (client: HttpClient, request: never, options?: never) => unknown;

/** The same groups, each operation without its first parameter. */
export type BoundOperations<Groups> = {
  readonly [Name in keyof Groups]: Groups[Name] extends (
    client: HttpClient,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : BoundOperations<Groups[Name]>;
};

/** Binds one operation to its client. Unlike those of `bindOperations`, a generic operation stays generic. */
export function bindOperation<Rest extends unknown[], Result>(
  client: HttpClient,
  operation: (client: HttpClient, ...rest: Rest) => Result,
): (...rest: Rest) => Result {
  return (...rest) => operation(client, ...rest);
}

/** Binds each operation to its client: `bindOperations(client, { things: { get: getThing } }).things.get({ id })`. */
export function bindOperations<const Groups extends OperationGroups>(
  client: HttpClient,
  groups: Groups,
): BoundOperations<Groups> {
  const bound = Object.entries(groups).map(([name, member]) => [
    name,
    typeof member === "function"
      ? (...rest: [request: never, options?: never]) => member(client, ...rest)
      : bindOperations(client, member),
  ]);
  return Object.fromEntries(bound) as BoundOperations<Groups>;
}
