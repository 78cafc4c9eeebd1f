import type { operations } from "../../generated/console/types.js";
import type { Viewer } from "../viewer.js";

/** An operation of the contract. */
export type OperationId = keyof operations;

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Json<Body>
  : undefined;

type Answers<Id extends OperationId> = operations[Id]["responses"];
type Success<Id extends OperationId> = Answers<Id>[keyof Answers<Id> & (200 | 201)];

/** What an operation answers: JSON, or a complete answer if that is something else. */
type ResultOf<Id extends OperationId> = [Json<Success<Id>>] extends [never] ? Response : Json<Success<Id>>;

type Part<Parameters, Name extends string> = Parameters extends { [Key in Name]?: infer Values }
  ? Exclude<Values, undefined> extends infer Given
    ? [Given] extends [never]
      ? Readonly<Record<string, never>>
      : Given
    : never
  : never;

/** A request that matches the contract, of somebody who is signed in. */
interface Call<Id extends OperationId> {
  readonly path: Part<operations[Id]["parameters"], "path">;
  readonly query: Part<operations[Id]["parameters"], "query">;
  readonly body: BodyOf<Id>;
  readonly viewer: Viewer;
  /** `Operation-Id`; empty for an operation that is no command. */
  readonly operationId: string;
  /** `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
  /** Aborted when the browser has gone. */
  readonly signal: AbortSignal;
}

/** Does what an operation says. Rejects with a `ConsoleRefusal`. */
type Handler<Id extends OperationId> = (call: Call<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;

/** A handler for each of some operations. */
export type Handlers<Ids extends OperationId = OperationId> = { readonly [Id in Ids]: Handler<Id> };
