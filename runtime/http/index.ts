/**
 * The core of a typed HTTP client, on `fetch` alone. Generated code stands on it in this form; `operations`
 * is what openapi-typescript writes (`paths["/a"]["get"]` does as well for an operation without an id):
 *
 * ```ts
 * const getThingOperation = {
 *   id: "getThing",
 *   method: "GET",
 *   path: "/things/{id}",
 *   parameters: { query: { page: {} }, header: { "X-Trace": { key: "xTrace" } } },
 *   responses: { 200: ["application/json"], 404: ["application/json"] },
 * } as const satisfies OperationDescriptor;
 * export interface GetThingRequest extends OperationRequest<operations["getThing"], typeof getThingOperation> {}
 * export type GetThingAnswer = OperationAnswer<operations["getThing"]>;
 * export function getThing(client: HttpClient, request: GetThingRequest, options?: CallOptions): Promise<GetThingAnswer> {
 *   return client.call(getThingOperation, request, options);
 * }
 * export function createClient(options: HttpClientOptions) {
 *   const client = createHttpClient(options);
 *   return { client, ...bindOperations(client, { things: { get: getThing } }) };
 * }
 * ```
 *
 * A request is a type alias, not an interface, where the body has several media types: it is a union then.
 * `request` is optional where nothing in it is required.
 */
export { OipkitError } from "../errors.js";
export type { BinaryBody } from "./binary-body.js";
export {
  type BindableOperation,
  type BoundOperations,
  bindOperations,
  type OperationGroups,
} from "./bind-operations.js";
export type { Authorizer, ClientIdentity, Credentials } from "./credentials.js";
export {
  AbortedError,
  CallError,
  ContentTypeError,
  ForeignOriginError,
  HttpStatusError,
  InvalidOptionError,
  InvalidRequestError,
  MalformedBodyError,
  NetworkError,
  RedirectError,
  TimeoutError,
} from "./errors.js";
export { createHttpClient, type HttpClient } from "./http-client.js";
export type { Authorize, CallOptions, Fetch, HttpClientOptions } from "./http-options.js";
export type { HttpStatus, Status2XX, Status3XX, Status4XX, Status5XX } from "./http-status.js";
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
export { unwrap } from "./unwrap.js";
