/**
 * The core of a typed HTTP client, on `fetch` alone. Generated code uses it in this form; `operations`
 * is the output of openapi-typescript (`paths["/a"]["get"]` works as well for an operation without an id):
 *
 * ```ts
 * export interface GetThingRequest {
 *   id: string;
 *   xTrace?: string | undefined;
 * }
 * export type GetThingAnswer = OperationAnswer<operations["getThing"]>;
 * export function getThing(client: HttpClient, request: GetThingRequest, options?: CallOptions): PendingAnswer<GetThingAnswer> {
 *   return client.call<GetThingAnswer>({
 *     id: "getThing",
 *     method: "GET",
 *     path: "/things/{id}",
 *     parameters: { header: { "X-Trace": { key: "xTrace" } } },
 *     responses: { 200: ["application/json"], 404: ["application/json"] },
 *     writers: { header: writeTextHeader },
 *   }, request, options);
 * }
 * export interface Client {
 *   readonly client: HttpClient;
 *   readonly things: {
 *     readonly get: (request: GetThingRequest, options?: CallOptions) => PendingAnswer<GetThingAnswer>;
 *   };
 * }
 * export function createClient(options: HttpClientOptions): Client {
 *   return bindOperations<Client>(createHttpClient(options), { things: { get: getThing } });
 * }
 * ```
 *
 * If the body isn't only JSON, the request type follows from a constant: `OperationRequest<operations["getThing"],
 * typeof getThingOperation>` of a descriptor written `as const satisfies OperationDescriptor`. It is a type
 * alias, not an interface, if the body has several media types: it is then a union.
 * `request` is optional if nothing in it is required.
 */
export { OipkitError } from "../errors.js";
export { type PageItem, type PageLinks, type Pages, paginate } from "./answer/paginate.js";
export { parseExactly } from "./answer/parse-exactly.js";
export { type AnswerHead, type HeaderReading, type HeadersOf, readHeaders } from "./answer/read-headers.js";
export { readItems } from "./answer/read-items.js";
export type {
  ApiDescriptor,
  BasicSecret,
  SchemeDescriptor,
  Secret,
  ServerDescriptor,
  ServerVariable,
} from "./api/api-descriptor.js";
export { type ApiOptions, apiOptions } from "./api/api-options.js";
export type { RetryOptions } from "./attempt/retry-policy.js";
export { type Check, createValidation, type OperationChecks } from "./create-validation.js";
export type { Authorizer, ClientIdentity, Credentials, Fetch, TokenFacts } from "./credentials.js";
export {
  AbortedError,
  AnswerTooLargeError,
  CallError,
  ContentTypeError,
  ContractViolationError,
  EnvironmentMismatchError,
  ForeignOriginError,
  HttpStatusError,
  InvalidOptionError,
  InvalidRequestError,
  MalformedBodyError,
  MissingCredentialsError,
  NetworkError,
  PaginationError,
  RedirectError,
  TimeoutError,
  TokenError,
  type Violation,
} from "./errors.js";
export type { Attempt, AttemptFailure, AttemptResponse, Hooks, Retry } from "./hooks.js";
export {
  bindOperations,
  type ClientOperations,
  createHttpClient,
  type HttpClient,
  type PendingAnswer,
  unwrap,
} from "./http-client.js";
export type {
  AcceptOptions,
  Authorize,
  CallOptions,
  ContractValidation,
  HttpClientOptions,
} from "./http-options.js";
export type { HttpStatus, Status2XX, Status3XX, Status4XX, Status5XX } from "./operation/http-status.js";
export { type StreamLayout, streamedMedia } from "./operation/media-type.js";
export type {
  AnyAnswer,
  BinaryBody,
  BinaryReadOptions,
  OperationAnswer,
  StatusAnswer as Answer,
  StreamBody,
  SuccessBody,
} from "./operation/operation-answer.js";
export type {
  BodyDescriptor,
  BodyWriter,
  HeaderParameterDescriptor,
  ItemsReader,
  OperationDescriptor,
  ParameterDescriptor,
  ParameterStyle,
  ParameterWriter,
  PathWriter,
  PropertyEncoding,
  QueryParameterDescriptor,
  RequestDraft,
  RequestWriters,
  SecurityAlternative,
} from "./operation/operation-descriptor.js";
export type {
  BinaryRequestBody,
  OperationRequest,
  StreamRequestBody,
} from "./operation/operation-request.js";
export {
  allWriters,
  streamItem,
  writeAnyBody,
  writeJsonBody,
  writeStreamBody,
} from "./request/body-writers.js";
export {
  writeCookie,
  writeStyledHeader,
  writeStyledPath,
  writeStyledQuery,
  writeTextHeader,
  writeTextQuery,
} from "./request/styled-parameters.js";
