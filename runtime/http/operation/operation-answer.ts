import type { Status2XX, Status3XX, Status4XX, Status5XX, StatusesOf } from "./http-status.js";
import type { JsonMedia, StreamedMedia, TextMedia } from "./media-type.js";

/** One answer. `response` is the response from `fetch`, its body already read unless `body` is binary. */
export interface StatusAnswer<Ok extends boolean, Status extends number, Body> {
  readonly ok: Ok;
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
  readonly response: Response;
}

/** Any answer, of any operation. */
export type AnyAnswer = StatusAnswer<boolean, number, unknown>;

/**
 * The answers of an operation of openapi-typescript's `operations` (or of `paths[path][method]`), as a union
 * discriminated by `ok` and `status`. `2XX` and the other ranges cover all statuses of their class that
 * have no entry of their own; statuses that the contract doesn't name have `default`'s body, or `unknown`.
 *
 * `ok` is true for a status that the contract documents as a success. So after `if (answer.ok)` the body is always
 * a documented success body: if the contract documents a 2xx, another, undocumented 2xx
 * has `ok: false`. If it documents none, `default` (or, without it, `unknown`) is the body of every 2xx.
 *
 * A gateway or a proxy answers in its own way, so the body of a documented failure may also be a text or `undefined`: whatever
 * came instead of what the contract documents.
 *
 * Bodies: JSON media types have the contract's type, text is a string, a list of streamed items is a
 * {@link StreamBody}, and everything else a {@link BinaryBody}; `undefined` if the contract documents no body.
 *
 * If a status has several media types, the body is of those that `Accept` names; if it names none of them, of any.
 */
export type OperationAnswer<Operation, Accept = JsonMedia> =
  | Documented<ResponsesOf<Operation>, Accept>
  | Undocumented<ResponsesOf<Operation>>;

/** The body of an answer with `ok: true`. */
export type SuccessBody<A> = A extends { readonly ok: true; readonly body: infer Body } ? Body : never;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses }
  ? [Responses] extends [never]
    ? Record<never, never>
    : Responses
  : Record<never, never>;

// Conditional types over the keys, not mapped types: for GitHub's operations, the compiler makes a third fewer types of them.
type Documented<Responses, Accept, Key = keyof Responses> = Key extends keyof Responses
  ? Key extends Status2XX
    ? StatusAnswer<true, Key, ResponseBody<Responses[Key], Accept>>
    : Key extends number
      ? StatusAnswer<false, Key, FailureBody<ResponseBody<Responses[Key], Accept>>>
      : Key extends "default"
        ? Rest<keyof Responses, ResponseBody<Responses[Key], Accept>>
        : RangeAnswer<Key, Extract<keyof Responses, number>, ResponseBody<Responses[Key], Accept>>
  : never;

type RangeAnswer<Key, Named, Body> = Key extends "2XX" | "2xx"
  ? StatusAnswer<true, Exclude<StatusesOf<Key>, Named>, Body>
  : StatusAnswer<false, Exclude<StatusesOf<Key>, Named>, FailureBody<Body>>;

/** The body of a failure, or what came instead. */
type FailureBody<Body> = [Body] extends [undefined] ? undefined : Body | string | undefined;

type Undocumented<Responses> = "default" extends keyof Responses ? never : Rest<keyof Responses, unknown>;

/** The answers with a status that none of the keys names. */
type Rest<Keys, Body> = [Extract<Keys, Status2XX | "2XX" | "2xx">] extends [never]
  ?
      | StatusAnswer<true, Status2XX, Body>
      | StatusAnswer<false, OtherFailure<StatusesOf<Keys>>, FailureBody<Body>>
  : StatusAnswer<
      false,
      Left<Status2XX, StatusesOf<Keys>> | OtherFailure<StatusesOf<Keys>>,
      FailureBody<Body>
    >;

type OtherFailure<Named> = Left<Status3XX, Named> | Left<Status4XX, Named> | Left<Status5XX, Named>;

// Class by class, and not at all if no key names the class: many operations share the remaining statuses.
type Left<Class, Named> = LeftOf<Class, Extract<Named, Class>>;
type LeftOf<Class, Named> = [Named] extends [never] ? Class : Exclude<Class, Named>;

type ResponseBody<Described, Accept> = Described extends { content: infer Content }
  ? ContentBody<Content, Accepted<keyof Content, Accept>>
  : undefined;

type ContentBody<Content, Media> = Media extends keyof Content ? MediaBody<Media, Content[Media]> : never;

type Accepted<Media, Accept> = [Extract<Media, Accept>] extends [never] ? Media : Extract<Media, Accept>;

type MediaBody<Media, Declared> = Media extends JsonMedia
  ? Declared
  : Media extends StreamedMedia
    ? Declared extends readonly (infer Item)[]
      ? StreamBody<Item>
      : BinaryBody
    : Media extends TextMedia
      ? Declared extends string
        ? Declared
        : string
      : Media extends "*/*" | "application/*"
        ? string extends Declared
          ? unknown
          : Declared
        : BinaryBody;

/**
 * A body that is neither JSON nor text, not yet read: choose how. Like a `Response`, it can be read once.
 * `timeoutMs` restarts for `arrayBuffer` and `blob` and doesn't apply to `stream`; the call's signal aborts
 * all three. Cancel a body that you don't need, to free its connection.
 *
 * `arrayBuffer` and `blob` hold the whole body in memory, so they read at most `maxAnswerBytes` of it: the call's
 * unless given here; `Infinity` for no limit. A stream has no limit.
 *
 * `arrayBuffer` and `blob` throw `AnswerTooLargeError`, `NetworkError`, `TimeoutError` and `AbortedError`; a stream errors with
 * what the platform throws.
 */
export interface BinaryBody {
  /** The media type as received, with parameters; empty if there was none. */
  readonly contentType: string;
  arrayBuffer(options?: BinaryReadOptions): Promise<ArrayBuffer>;
  blob(options?: BinaryReadOptions): Promise<Blob>;
  stream(): ReadableStream<Uint8Array>;
  cancel(): Promise<void>;
}

/**
 * The body of a stream whose items the contract describes (`itemSchema` of OpenAPI 3.2): iterate over it to read them as they arrive.
 * Of `text/event-stream`, an item is the event: `data`, and `event`, `id` and `retry` if it has them. Leaving the loop frees the connection.
 *
 * A single item may have `maxAnswerBytes`, the whole body any number; `timeoutMs` doesn't apply, the call's signal does. The iteration throws
 * `MalformedBodyError`, `AnswerTooLargeError`, `ContentTypeError`, `NetworkError` and `AbortedError`.
 */
export interface StreamBody<Item> extends BinaryBody, AsyncIterable<Item> {}

/** How a whole body is read. */
export interface BinaryReadOptions {
  readonly maxAnswerBytes?: number | undefined;
}
