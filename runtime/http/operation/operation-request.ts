import type { JsonMedia, StreamedMedia, TextMedia } from "./media-type.js";

/**
 * The request of an operation of openapi-typescript's `operations` (or of `paths[path][method]`), as one flat
 * record: path, query, header and cookie parameters by their keys, and `body`. The descriptor's constant
 * type says which keys differ from the names on the wire, and which headers the client can generate.
 * Optional members may be `undefined`, which is the same as absent.
 *
 * If the contract offers several media types for the body, `contentType` selects one; if absent, it is the
 * first of the descriptor. An operation without input has `Record<string, never>`.
 */
export type OperationRequest<Operation, Descriptor, Members = RequestMembers<Operation, Descriptor>> = {
  // Mapped over a type parameter: each member keeps its documentation and its `?`, a choice of bodies stays
  // a union, and editors show the name of the generated alias.
  [Key in keyof Members]: Record<never, never> extends Pick<Members, Key>
    ? Members[Key] | undefined
    : Members[Key];
};

/** The value of a body that is neither JSON, text nor a form. */
export type BinaryRequestBody =
  | Blob
  | ArrayBuffer
  | ArrayBufferView<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | string;

/** The value of a streamed body: its items, or its bytes. An iterable that isn't a list is read while it is sent, so the call is never retried. */
export type StreamRequestBody<Item> = Iterable<Item> | AsyncIterable<Item> | BinaryRequestBody;

/** The members of a request before they are flattened; only used as the default of a type parameter. */
type RequestMembers<Operation, Descriptor> =
  unknown extends Parts<Operation, Descriptor> ? Record<string, never> : Parts<Operation, Descriptor>;

type Parts<Operation, Descriptor> = (Operation extends { parameters: infer Parameters }
  ? PathPart<Field<Parameters, "path">, Listed<Descriptor, "path">> &
      ListedPart<Field<Parameters, "query">, Listed<Descriptor, "query">> &
      HeaderPart<Field<Parameters, "header">, Listed<Descriptor, "header">> &
      ListedPart<Field<Parameters, "cookie">, Listed<Descriptor, "cookie">>
  : unknown) &
  BodyPart<Operation, Descriptor>;

type Field<T, Key extends PropertyKey> = Key extends keyof T ? Exclude<T[Key], undefined> : never;

type Listed<Descriptor, Place extends string> = Descriptor extends { parameters: infer Places }
  ? Place extends keyof Places
    ? Places[Place]
    : never
  : never;

type KeyOf<Entry, Name> = Entry extends { readonly key: infer Key extends string } ? Key : Name;

type PathPart<Declared, Entries> = [Declared] extends [never]
  ? unknown
  : [Entries] extends [never]
    ? Declared
    : {
        [Name in keyof Declared as Name extends keyof Entries
          ? KeyOf<Entries[Name], Name>
          : Name]: Declared[Name];
      };

type ListedPart<Declared, Entries> = [Declared] extends [never]
  ? unknown
  : [Entries] extends [never]
    ? unknown
    : {
        [Name in keyof Declared as Name extends keyof Entries
          ? KeyOf<Entries[Name], Name>
          : never]: Declared[Name];
      };

type HeaderPart<Declared, Entries> = [Declared] extends [never]
  ? unknown
  : [Entries] extends [never]
    ? unknown
    : ListedPart<Declared, { [Name in keyof Entries as Made<Entries[Name], never, Name>]: Entries[Name] }> &
        Partial<
          ListedPart<Declared, { [Name in keyof Entries as Made<Entries[Name], Name, never>]: Entries[Name] }>
        >;

type Made<Entry, Yes, No> = Entry extends { readonly idempotencyKey: true } ? Yes : No;

type BodyPart<Operation, Descriptor> = Operation extends { requestBody?: infer Described }
  ? [Exclude<Described, undefined>] extends [{ content: infer Content }]
    ? [Exclude<Described, undefined>] extends [never]
      ? unknown
      : Operation extends { requestBody: { content: unknown } }
        ? Choice<Content, FirstType<Descriptor>>
        : Partial<Choice<Content, FirstType<Descriptor>>>
    : unknown
  : unknown;

type FirstType<Descriptor> = Descriptor extends {
  readonly body: { readonly contentTypes: readonly [infer First, ...infer Others] };
}
  ? { first: First; several: Others extends readonly [] ? false : true }
  : { first: unknown; several: true };

type Choice<Content, Types> = Types extends { first: infer First; several: infer Several }
  ? {
      [Media in keyof Content]: Media extends `${string}*${string}`
        ? { body: RequestBody<Media, Content[Media]>; contentType?: string }
        : Several extends false
          ? { body: RequestBody<Media, Content[Media]> }
          : Media extends First
            ? { body: RequestBody<Media, Content[Media]>; contentType?: Media }
            : { body: RequestBody<Media, Content[Media]>; contentType: Media };
    }[keyof Content]
  : never;

type RequestBody<Media, Declared> = Media extends JsonMedia
  ? Declared
  : Media extends `application/x-www-form-urlencoded${string}`
    ? Declared | URLSearchParams
    : Media extends `multipart/form-data${string}`
      ? { [Key in keyof Declared]: PartValue<Declared[Key]> } | FormData
      : Media extends StreamedMedia
        ? Declared extends readonly (infer Item)[]
          ? StreamRequestBody<Item>
          : BinaryRequestBody
        : Media extends TextMedia
          ? Declared extends string
            ? Declared
            : string
          : BinaryRequestBody;

// openapi-typescript types files as `string`, like text; so each string may also be a Blob.
type PartValue<T> = T extends string ? T | Blob : T extends readonly (infer Item)[] ? PartValue<Item>[] : T;
