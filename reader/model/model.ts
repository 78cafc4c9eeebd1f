import type { Place } from "../documents/place.js";
import type { ProtocolRules } from "./webhook-protocol.js";

/** Everything the emitters need, read-only and sorted; made once by `buildModel`. */
export interface Model {
  /** Types of JSON Schema files and of what they and the messages refer to, by name. */
  readonly schemas: readonly SchemaType[];
  readonly apis: readonly HttpApi[];
  readonly eventSets: readonly EventSet[];
}

/** A place in the contracts, the same on every machine. */
export interface Source {
  /** Path below the contracts' folder. */
  readonly file: string;
  /** JSON Pointer. */
  readonly pointer: string;
}

/** A type made of a schema. */
export interface SchemaType {
  readonly kind: "schema";
  readonly typeName: string;
  /** Its name among examples and in the catalog of validators: any text. */
  readonly name: string;
  /** File name of its validator, without extension. */
  readonly fileName: string;
  readonly source: Source;
  readonly place: Place;
  /** A file of its own: it gets a validator and a reference page. */
  readonly isFile: boolean;
}

/** A schema that isn't one of a document's components, but that the document refers to. */
export interface OutsideSchema {
  /** Its name in `components.schemas` of the bundled document. */
  readonly name: string;
  readonly place: Place;
}

/** One OpenAPI document: its operations, and the types that it names. */
export interface HttpApi {
  readonly kind: "http";
  /** Folder of its generated files. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly source: Source;
  /** The document with all references internal, as openapi-typescript takes it. */
  readonly bundled: { readonly [key: string]: unknown };
  /** The schemas of other files, and parts of schemas, that bundling put into `components.schemas` of the bundled document. */
  readonly outside: readonly OutsideSchema[];
  readonly operations: readonly HttpOperation[];
  /** The requests that the API sends: its webhooks and the callbacks of its operations. None if a webhook protocol's receiver takes them. */
  readonly incoming: readonly HttpIncoming[];
  /** Schemas that get validators of their own: of the bodies of these requests, or the components of a document without operations. */
  readonly subjects: readonly HttpSubject[];
  /** The security schemes of the document, by name. */
  readonly securitySchemes: readonly HttpSecurityScheme[];
  /** The security of operations that have none of their own, as `HttpOperation.security`. */
  readonly security: HttpOperation["security"];
  /** The servers of the API; if the document has none, those that all its operations share. */
  readonly servers: readonly HttpServer[];
  /** The servers of single operations, by `server` of these. */
  readonly operationServers: readonly HttpServer[];
}

/** One operation of an HTTP API. */
export interface HttpOperation {
  /** `path`: at a fixed path. `discovered`: its URL is read from another document. `webhook`, `callback`: the other side calls it. */
  readonly kind: "path" | "discovered" | "webhook" | "callback";
  readonly operationId: string | undefined;
  /** Whether its type is `operations[operationId]`; otherwise it is `paths[path][method]`. */
  readonly isNamedType: boolean;
  /** Name of the standalone function. */
  readonly functionName: string;
  /** What the names of its types start with. */
  readonly typeName: string;
  /** Name of the constant that describes it. */
  readonly descriptorName: string;
  /** Name of the group and of the method in a client. */
  readonly group: string;
  readonly method: string;
  readonly httpMethod: string;
  /** Path template, name of the discovered endpoint or of the webhook, or expression of the callback. */
  readonly path: string;
  readonly parameters: readonly HttpParameter[];
  readonly body: HttpBody | undefined;
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly contentTypes: readonly string[];
    /** Whether one of them is a stream whose items have a type. */
    readonly hasItems: boolean;
    /** Whether one of them may have integers of 64 bits, which JavaScript's numbers don't all hold. */
    readonly hasLongIntegers: boolean;
    /** Whether an item of a stream may have some. */
    readonly hasLongItems: boolean;
  }[];
  /** Alternatives, and all requirements of each; empty if nobody has to authenticate. */
  readonly security: readonly (readonly { readonly scheme: string; readonly scopes: readonly string[] }[])[];
  /** Whether the operation declares its security itself. */
  readonly hasOwnSecurity: boolean;
  /** The scopes of all alternatives. */
  readonly scopes: readonly string[];
  /** `x-environments`: the environments that have it, if not all do. */
  readonly environments: readonly string[] | undefined;
  /** `x-pagination`. */
  readonly pagination: Pagination | undefined;
  /** Names of the function and the method that iterate over its pages; unused without pagination. */
  readonly paginateName: { readonly functionName: string; readonly method: string } | undefined;
  /** The URL of a server of its own, other than the API's. */
  readonly server: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly deprecated: boolean;
  readonly clause: string | undefined;
  /** The `x-access-snapshot` extension, as data. */
  readonly accessSnapshot: AccessSnapshot | undefined;
  readonly source: Source;
  readonly place: Place;
}

/** A request that the API sends: a webhook, or a callback of one of its operations. */
export interface HttpIncoming {
  readonly kind: "webhook" | "callback";
  /** What its handler is called: the name of the webhook, or operation and callback. Unique among those of its kind. */
  readonly name: string;
  /** What the names of its types start with. */
  readonly typeName: string;
  /** Its path item in the type `webhooks`. */
  readonly typeKey: string;
  /** Where it is sent, by a runtime expression; of a callback. */
  readonly expression: string | undefined;
  readonly operation: HttpOperation;
}

/** A schema of an OpenAPI document with a validator of its own. */
export interface HttpSubject {
  /** Its name among examples and in the catalog of validators: any text. */
  readonly name: string;
  readonly typeName: string;
  /** File name of its validator, without extension. */
  readonly fileName: string;
  /** Keys that lead to its type: in `webhooks`, or in `components`. */
  readonly type: readonly [root: "webhooks" | "components", ...keys: string[]];
  readonly place: Place;
  readonly source: Source;
}

/** A security scheme of a document, as its extension-free fields say it. */
export interface HttpSecurityScheme {
  readonly name: string;
  readonly type: string;
  readonly in: string | undefined;
  /** Of an API key: the name of its header, query parameter or cookie. */
  readonly key: string | undefined;
  /** Of HTTP authentication. */
  readonly scheme: string | undefined;
  /** Of the first OAuth flow that has one, client credentials first. */
  readonly tokenUrl: string | undefined;
}

/** A server of an API. */
export interface HttpServer {
  /** With its variables in braces. */
  readonly url: string;
  readonly variables: Readonly<
    Record<string, { readonly default: string | undefined; readonly enum: readonly string[] | undefined }>
  >;
}

/** The body of a request. */
export interface HttpBody {
  readonly required: boolean;
  readonly contentTypes: readonly string[];
  /** Whether one of them is a stream whose items have a type. */
  readonly hasItems: boolean;
  /** How the properties of form bodies are written, by media type and name, as far as it isn't OpenAPI's default. */
  readonly encoding: Readonly<Record<string, Readonly<Record<string, FieldEncoding>>>> | undefined;
}

/** How one property of a form body is written: in a style, or as a media type. */
export interface FieldEncoding {
  readonly style?: string;
  readonly explode?: boolean;
  readonly contentType?: string;
}

/** How the next page is found; pointers are JSON Pointers into the body. */
export type Pagination =
  | { readonly kind: "link"; readonly items: string }
  | { readonly kind: "cursor"; readonly items: string; readonly cursor: string; readonly parameter: string };

/** An operation's `x-access-snapshot`; its schema in `reader/vocabulary/` describes each member. */
export interface AccessSnapshot {
  readonly allowed: string;
  readonly revision: string;
  readonly collections: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly events: Readonly<
    Record<
      string,
      {
        readonly revision: string;
        readonly subject: Readonly<Record<string, string>>;
        readonly request: Readonly<Record<string, string>>;
      }
    >
  >;
}

/** One parameter of an operation. */
export interface HttpParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** Its key in the flat request record. */
  readonly key: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Its declaration. */
  readonly place: Place;
  /** One string, number or boolean, by its schema. */
  readonly isScalar: boolean;
  readonly description: string | undefined;
  /** Media type, where the value is serialised as one. */
  readonly contentType: string | undefined;
}

/** One AsyncAPI document: its events, and the protocol that delivers them. */
export interface EventSet {
  readonly kind: "events";
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly source: Source;
  /** The path of the property that tells the events apart, if there is one. */
  readonly discriminator: readonly string[] | undefined;
  /** Whether only a header tells them apart; each message is then named for its event. */
  readonly isTypeInHeader: boolean;
  /** File name of the validator of all its events. */
  readonly validatorName: string;
  readonly messages: readonly EventMessage[];
  /** The `x-webhook-protocol` extension, as data: with one status for each answer, and without its rules. */
  readonly protocol: { readonly [key: string]: unknown } | undefined;
  /** What the platform of that protocol demands of receivers. */
  readonly rules: ProtocolRules;
  /** Headers that every request of that platform has besides, with a value for each. */
  readonly otherHeaders: Readonly<Record<string, string>>;
}

/** One kind of event. */
export interface EventMessage {
  readonly kind: "named" | "pattern" | "plain";
  /** Key in the contract, type name, and file name of the validator. */
  readonly key: string;
  readonly typeName: string;
  readonly fileName: string;
  /** The event's name, or a substitute if it has none. */
  readonly label: string;
  readonly eventType: string | undefined;
  readonly pattern: string | undefined;
  readonly family: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly clause: string | undefined;
  /** The message. */
  readonly place: Place;
  readonly payload: Place;
  /** The schema of its headers, if it has one and no webhook protocol describes them. */
  readonly headers: { readonly typeName: string; readonly place: Place } | undefined;
  readonly source: Source;
  /** Whether the payload declares the fields that bind an event to its receiver, or nothing binds it. */
  readonly bound: boolean;
  /** Whether the documentation specifies the payload: it does unless the message has `x-unspecified`. */
  readonly specified: boolean;
  readonly callback: boolean;
}
