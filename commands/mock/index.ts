export { createMock, type Mock, type MockOptions } from "./create-mock.js";
export type { Answering, Exchange, MockAnswer, MockFinding, MockRequest, Part } from "./exchange.js";
export { createProxy, type ProxyOptions } from "./proxy/create-proxy.js";
export type { Upstream } from "./proxy/forward.js";
export { type Answered, createMockServer, type ServerOptions } from "./server/create-server.js";
export { type ServerLimits, usualLimits } from "./server/limits.js";
