export { contractExamples, madeArgument } from "./answer/made-value.js";
export { responseFor } from "./answer/make-answer.js";
export { type MockOperation, operationsIn } from "./contract/operations.js";
export { hasSchema, type MockSchemas, mockSchemas } from "./contract/schemas.js";
export { createMock, type Mock, type MockOptions } from "./create-mock.js";
export { createProxy, judgeAnswer, type ProxyOptions, type Upstream } from "./create-proxy.js";
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
export type { Checking } from "./request/check-parameters.js";
export { checkRequest } from "./request/check-request.js";
export { contentKind, essence } from "./request/headers.js";
