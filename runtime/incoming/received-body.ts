import type { JsonMedia, StreamedMedia, TextMedia } from "../http/operation/media-type.js";

/**
 * The body of a request whose contract has several media types, or one that isn't JSON, of openapi-typescript's
 * `requestBody.content`: a union that `contentType` discriminates. JSON is parsed and checked, a form is
 * `URLSearchParams`, text is a string, and anything else bytes; under a range such as `application/*` it may be any of these.
 */
export type ReceivedBody<Content> = {
  [Media in keyof Content]: {
    /** The media type, as the contract spells it. */
    readonly contentType: Media;
    readonly body: BodyOf<Media, Content[Media]>;
  };
}[keyof Content];

type BodyOf<Media, Declared> = Media extends `${string}*${string}`
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
