import type { components, operations } from "@oipkit/console/control/types.js";

/** The contract's schemas by name. */
export type Schemas = components["schemas"];

/** An operation of the contract. */
export type OperationId = keyof operations;

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;

/** The JSON body of an operation; bytes if it takes a file; `undefined` if it has none. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Content<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? Content<Exclude<Body, undefined>> | undefined
    : undefined;

type Content<Body> = [Body] extends [never]
  ? undefined
  : [Json<Body>] extends [never]
    ? Uint8Array
    : Json<Body>;

type Answers<Id extends OperationId> = operations[Id]["responses"];
type Success<Id extends OperationId> = Answers<Id>[keyof Answers<Id> & (200 | 201)];

/** What an operation answers: JSON; nothing if its answer has no body; a complete answer if that is something else. */
export type ResultOf<Id extends OperationId> = [Success<Id>] extends [never]
  ? undefined
  : [Json<Success<Id>>] extends [never]
    ? Response
    : Json<Success<Id>>;

type Part<Parameters, Name extends string> = Parameters extends { [Key in Name]?: infer Values }
  ? Exclude<Values, undefined> extends infer Given
    ? [Given] extends [never]
      ? Readonly<Record<string, never>>
      : Given
    : never
  : never;

/** A request that matches the contract. */
export interface Call<Id extends OperationId> {
  readonly path: Part<operations[Id]["parameters"], "path">;
  readonly query: Part<operations[Id]["parameters"], "query">;
  readonly body: BodyOf<Id>;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

/** Does what an operation says. Rejects with a `Refusal` or a `DeliveryError` if that isn't possible. */
type Handler<Id extends OperationId> = (call: Call<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;

/** A handler for each of some operations. */
export type Handlers<Ids extends OperationId = OperationId> = { readonly [Id in Ids]: Handler<Id> };
