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
 * export function createClient(options: HttpClientOptions) {
 *   const client = createHttpClient(options);
 *   return { client, ...bindOperations(client, { things: { get: getThing } }) };
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
export type { PendingAnswer } from "./answer/pending-answer.js";
export { readItems } from "./answer/stream/read-items.js";
export { unwrap } from "./answer/unwrap.js";
export type {
  ApiDescriptor,
  SchemeDescriptor,
  ServerDescriptor,
  ServerVariable,
} from "./api/api-descriptor.js";
export { type ApiOptions, apiOptions } from "./api/api-options.js";
export type { BasicSecret, Secret } from "./api/security-values.js";
export type { RetryOptions } from "./attempt/retry-policy.js";
export {
  type BindableOperation,
  type BoundOperations,
  bindOperation,
  bindOperations,
  type OperationGroups,
} from "./bind-operations.js";
export type { Authorizer, ClientIdentity, Credentials, TokenFacts } from "./credentials.js";
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
} from "./errors.js";
export type { Fetch } from "./fetch.js";
export type { Attempt, AttemptFailure, AttemptResponse, Hooks, Retry } from "./hooks.js";
export { createHttpClient, type HttpClient } from "./http-client.js";
export type { AcceptOptions, Authorize, CallOptions, HttpClientOptions } from "./http-options.js";
export type { BinaryBody, BinaryReadOptions, StreamBody } from "./operation/binary-body.js";
export type { HttpStatus, Status2XX, Status3XX, Status4XX, Status5XX } from "./operation/http-status.js";
export { type StreamLayout, streamedMedia } from "./operation/media-type.js";
export type { Answer, AnyAnswer, OperationAnswer, SuccessBody } from "./operation/operation-answer.js";
export type {
  BodyWriter,
  ItemsReader,
  OperationDescriptor,
  ParameterWriter,
  PathWriter,
  RequestDraft,
  RequestWriters,
  SecurityAlternative,
} from "./operation/operation-descriptor.js";
export type {
  BinaryRequestBody,
  OperationRequest,
  StreamRequestBody,
} from "./operation/operation-request.js";
export type {
  BodyDescriptor,
  HeaderParameterDescriptor,
  ParameterDescriptor,
  ParameterStyle,
  PropertyEncoding,
  QueryParameterDescriptor,
} from "./operation/parameter-descriptor.js";
export { allWriters } from "./request/all-writers.js";
export { writeAnyBody } from "./request/any-body.js";
export { writeCookie, writeStyledHeader } from "./request/header-parameters.js";
export { writeJsonBody } from "./request/json-body.js";
export { writeStyledPath } from "./request/path-parameters.js";
export { writeStyledQuery } from "./request/query-parameters.js";
export { streamItem, writeStreamBody } from "./request/stream-body.js";
export { writeTextHeader, writeTextQuery } from "./request/text-parameters.js";
export type { ContractValidation } from "./validation/contract-validation.js";
export { type Check, createValidation, type OperationChecks } from "./validation/create-validation.js";
export type { Violation } from "./validation/violation.js";
