import type { HttpClient } from "./http-client.js";

/** Operations by the names they shall have, in groups of any depth. */
export interface OperationGroups {
  readonly [name: string]: BindableOperation | OperationGroups;
}

/**
 * A generated operation. `never` stands for "whatever request it takes", and `unknown` for what it gives: a compiler
 * would have to compare the answers of every operation with anything narrower.
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

/** Gives each operation its client: `bindOperations(client, { things: { get: getThing } }).things.get({ id })`. */
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
