import type { BinaryBody, StreamBody } from "./binary-body.js";
import type { Status2XX, Status3XX, Status4XX, Status5XX, StatusesOf } from "./http-status.js";
import type { JsonMedia, StreamedMedia, TextMedia } from "./media-type.js";

/** One answer. `response` is the response from `fetch`, its body already read unless `body` is binary. */
export interface Answer<Ok extends boolean, Status extends number, Body> {
  readonly ok: Ok;
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
  readonly response: Response;
}

/** Any answer, of any operation. */
export type AnyAnswer = Answer<boolean, number, unknown>;

/**
 * The answers of an operation of openapi-typescript's `operations` (or of `paths[path][method]`), as a union
 * discriminated by `ok` and `status`. `2XX` and the other ranges cover all statuses of their class that
 * have no entry of their own; statuses that the contract doesn't name have `default`'s body, or `unknown`.
 *
 * `ok` is true for a status that the contract documents as a success. So after `if (answer.ok)` the body is always
 * a documented success body: if the contract documents a 2xx, another, undocumented 2xx
 * has `ok: false`. If it documents none, `default` (or, without it, `unknown`) is the body of every 2xx.
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

type Documented<Responses, Accept> = {
  [Key in keyof Responses]: Key extends number
    ? Answer<Key extends Status2XX ? true : false, Key, ResponseBody<Responses[Key], Accept>>
    : Key extends "default"
      ? Rest<keyof Responses, ResponseBody<Responses[Key], Accept>>
      : RangeAnswer<Key, Extract<keyof Responses, number>, ResponseBody<Responses[Key], Accept>>;
}[keyof Responses];

type RangeAnswer<Key, Named, Body> = Key extends "2XX" | "2xx"
  ? Answer<true, Exclude<StatusesOf<Key>, Named>, Body>
  : Answer<false, Exclude<StatusesOf<Key>, Named>, Body>;

type Undocumented<Responses> = "default" extends keyof Responses ? never : Rest<keyof Responses, unknown>;

/** The answers with a status that none of the keys names. */
type Rest<Keys, Body> = [Extract<Keys, Status2XX | "2XX" | "2xx">] extends [never]
  ? Answer<true, Status2XX, Body> | Answer<false, OtherFailure<StatusesOf<Keys>>, Body>
  : Answer<false, Left<Status2XX, StatusesOf<Keys>> | OtherFailure<StatusesOf<Keys>>, Body>;

type OtherFailure<Named> = Left<Status3XX, Named> | Left<Status4XX, Named> | Left<Status5XX, Named>;

// Class by class, and not at all if no key names the class: many operations share the remaining statuses.
type Left<Class, Named> = LeftOf<Class, Extract<Named, Class>>;
type LeftOf<Class, Named> = [Named] extends [never] ? Class : Exclude<Class, Named>;

type ResponseBody<Described, Accept> = Described extends { content: infer Content }
  ? { [Media in keyof Content]: MediaBody<Media, Content[Media]> }[Accepted<keyof Content, Accept>]
  : undefined;

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
