export { madeArgument } from "./answer/made-value.js";
export { responseFor } from "./answer/make-answer.js";
export { seededRandom } from "./answer/varied-value.js";
export { xmlBody } from "./answer/xml-body.js";
export { type MockOperation, operationsIn } from "./contract/operations.js";
export { hasSchema, type MockSchemas, mockSchemas } from "./contract/schemas.js";
export { createMock, type Mock, type MockOptions } from "./create-mock.js";
export {
  createMockServer,
  type MockServerOptions,
  type ServedAnswer,
  type ServerLimits,
  usualLimits,
} from "./create-server.js";
export type {
  Answering,
  MockAnswer,
  MockExchange,
  MockFinding,
  MockRequest,
  RequestPart,
} from "./exchange.js";
export { findingJson } from "./exchange.js";
export type { OutgoingRequest, UnsentRequest } from "./outgoing/outgoing-request.js";
export { type OutgoingSending, type SentRequest, sendOutgoing } from "./outgoing/send-outgoing.js";
export type { OutgoingSigner, OutgoingSigning } from "./outgoing/sign-outgoing.js";
export { type ContractProxy, createProxy, type ProxyOptions } from "./proxy/create-proxy.js";
export { createProxyServer, type ProxyServer, type ProxyServerOptions } from "./proxy/create-proxy-server.js";
export { judgeAnswer } from "./proxy/judge-whole-answer.js";
export { type Upstream, upstreamAt } from "./proxy/upstream.js";
export type { Checking } from "./request/check-parameters.js";
export { checkRequest } from "./request/check-request.js";
export { contentKind, essence, isXml } from "./request/headers.js";
