/**
 * Requests that an API sends: the webhooks and callbacks of an OpenAPI document. Each is authenticated by a function of yours,
 * parsed, checked against the contract, and answered with what its handler returns.
 */
export type { Answer, AnsweringReceiver } from "../ports/answer.js";
export type { Logger } from "../ports/logger.js";
export {
  createRequestHandlers,
  type GivenRequest,
  type Handling,
  type RequestHandlers,
  type RequestToName,
} from "./create-request-handlers.js";
export type {
  IncomingCheck,
  IncomingChecks,
  IncomingDescriptor,
  IncomingParameter,
  IncomingTable,
} from "./descriptor.js";
export {
  HandlersMisconfigured,
  InvalidResultError,
  type RequestFinding,
  type RequestRefusalCode as RefusalCode,
} from "./errors.js";
export type { AnyResult, HandlerResult, ReceivedBody } from "./handler-types.js";
export type {
  Authenticate,
  CommonHandlingOptions,
  FallbackHandler,
  HandlingOptions,
  RequestContext,
  RequestHandler,
  RequestOf,
  UnauthenticatedRequest,
} from "./options.js";
