/**
 * The core of a typed HTTP client, on `fetch` alone. Generated code stands on it in this form; `operations`
 * is what openapi-typescript writes (`paths["/a"]["get"]` does as well for an operation without an id):
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
 * Where the body isn't JSON alone, the request follows from a constant: `OperationRequest<operations["getThing"],
 * typeof getThingOperation>` of a descriptor that is written `as const satisfies OperationDescriptor`. It is a type
 * alias, not an interface, where the body has several media types: it is a union then.
 * `request` is optional where nothing in it is required.
 */
export { OipkitError } from "../errors.js";
export { allWriters } from "./all-writers.js";
export { writeAnyBody } from "./any-body.js";
export type { BinaryBody } from "./binary-body.js";
export {
  type BindableOperation,
  type BoundOperations,
  bindOperations,
  type OperationGroups,
} from "./bind-operations.js";
export type { ContractValidation } from "./contract-validation.js";
export { type Check, createValidation, type OperationChecks, type Violation } from "./create-validation.js";
export type { Authorizer, ClientIdentity, Credentials, TokenFacts } from "./credentials.js";
export {
  AbortedError,
  CallError,
  ContentTypeError,
  ContractViolationError,
  EnvironmentMismatchError,
  ForeignOriginError,
  HttpStatusError,
  InvalidOptionError,
  InvalidRequestError,
  MalformedBodyError,
  NetworkError,
  PaginationError,
  RedirectError,
  TimeoutError,
  TokenError,
} from "./errors.js";
export { writeCookie, writeStyledHeader } from "./header-parameters.js";
export type { Attempt, AttemptFailure, AttemptResponse, Hooks, Retry } from "./hooks.js";
export { createHttpClient, type HttpClient } from "./http-client.js";
export type { Authorize, CallOptions, Fetch, HttpClientOptions } from "./http-options.js";
export type { HttpStatus, Status2XX, Status3XX, Status4XX, Status5XX } from "./http-status.js";
export { writeJsonBody } from "./json-body.js";
export type { Answer, AnyAnswer, OperationAnswer, SuccessBody } from "./operation-answer.js";
export type {
  BodyDescriptor,
  HeaderParameterDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ParameterStyle,
  PropertyEncoding,
  QueryParameterDescriptor,
} from "./operation-descriptor.js";
export type { BinaryRequestBody, OperationRequest } from "./operation-request.js";
export { type PageItem, type PageLinks, type Pages, paginate } from "./paginate.js";
export { writeStyledPath } from "./path-parameters.js";
export type { PendingAnswer } from "./pending-answer.js";
export { writeStyledQuery } from "./query-parameters.js";
export type {
  BodyWriter,
  ParameterWriter,
  PathWriter,
  RequestDraft,
  RequestWriters,
} from "./request-writers.js";
export type { RetryOptions } from "./retry-policy.js";
export { writeTextHeader, writeTextQuery } from "./text-parameters.js";
export { unwrap } from "./unwrap.js";
