import type { HttpStatus, Status2XX, StatusesOf } from "../http/operation/http-status.js";
import type { JsonMedia, StreamedMedia, TextMedia } from "../http/operation/media-type.js";

/** What any handler may return. */
export interface AnyResult {
  readonly status: HttpStatus;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON, or a string if the media type isn't JSON. */
  readonly body?: unknown;
  /** The media type of the body; if absent, the first that the contract has for the status. */
  readonly contentType?: string | undefined;
}

/** What a handler without a `return` returns. */
// biome-ignore lint/suspicious/noConfusingVoidType: an alias of a function's result
export type Nothing = void;

/**
 * What the handler of a request returns: one of the answers that the contract has for it, of openapi-typescript's
 * `webhooks[name][method]`. Nothing, if the contract has a success without a body.
 */
export type HandlerResult<Operation> = Operation extends { responses: infer Responses }
  ? [Responses] extends [never]
    ? AnyResult | Nothing
    : ResultOf<Responses> | EmptySuccess<Responses>
  : AnyResult | Nothing;

type ResultOf<Responses> = {
  [Key in keyof Responses]: Result<
    Key extends "default" ? HttpStatus : StatusesOf<Key>,
    Responses[Key] extends { content: infer Content } ? Content : never
  >;
}[keyof Responses];

type Result<Status, Content> = [Status] extends [never]
  ? never
  : [Content] extends [never]
    ? Answer<Status> & { readonly body?: undefined }
    : {
        [Media in keyof Content]: Answer<Status> & {
          readonly body: ResultBody<Media, Content[Media]>;
        } & (IsSingle<keyof Content> extends true
            ? { readonly contentType?: ContentType<Media> | undefined }
            : { readonly contentType: ContentType<Media> });
      }[keyof Content];

interface Answer<Status> {
  readonly status: Status;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type ResultBody<Media, Declared> = Media extends JsonMedia
  ? Declared
  : Media extends `${string}*${string}`
    ? unknown
    : string;

type ContentType<Media> = Media extends `${string}*${string}` ? string : Media;

type IsSingle<Keys, Each = Keys> = Each extends unknown ? ([Keys] extends [Each] ? true : false) : never;

type SuccessKey = Status2XX | "2XX" | "2xx";

type EmptySuccess<Responses> = true extends IsEmpty<Responses, SuccessOf<keyof Responses>> ? Nothing : never;

type SuccessOf<Keys> = [Extract<Keys, SuccessKey>] extends [never]
  ? Extract<Keys, "default">
  : Extract<Keys, SuccessKey>;

type IsEmpty<Responses, Keys> = Keys extends keyof Responses
  ? Responses[Keys] extends { content: unknown }
    ? false
    : true
  : never;

/**
 * The body of a request whose contract has several media types, or one that isn't JSON, of openapi-typescript's
 * `requestBody.content`: a union that `contentType` discriminates. JSON is parsed and checked, a form is
 * `URLSearchParams`, text is a string, and anything else bytes; under a range such as `application/*` it may be any of these.
 */
export type ReceivedBody<Content> = {
  [Media in keyof Content]: {
    /** The media type, as the contract spells it. */
    readonly contentType: Media;
    readonly body: ReceivedValue<Media, Content[Media]>;
  };
}[keyof Content];

type ReceivedValue<Media, Declared> = Media extends `${string}*${string}`
  ? unknown
  : Media extends JsonMedia
    ? Declared
    : Media extends `application/x-www-form-urlencoded${string}`
      ? URLSearchParams
      : Media extends StreamedMedia
        ? Uint8Array
        : Media extends TextMedia
          ? string
          : Uint8Array;
