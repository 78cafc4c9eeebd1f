// The parts of Redocly's linter for OpenAPI and AsyncAPI, without what reads configurations and other kinds of documents.
export { Config } from "@redocly/openapi-core/lib/config/config.js";
export { detectSpec } from "@redocly/openapi-core/lib/detect-spec.js";
export { BaseResolver, resolveDocument, Source } from "@redocly/openapi-core/lib/resolve.js";
export { rules as async2 } from "@redocly/openapi-core/lib/rules/async2/index.js";
export { rules as async3 } from "@redocly/openapi-core/lib/rules/async3/index.js";
export { rules as oas2 } from "@redocly/openapi-core/lib/rules/oas2/index.js";
export { rules as oas3 } from "@redocly/openapi-core/lib/rules/oas3/index.js";
export { normalizeTypes } from "@redocly/openapi-core/lib/types/index.js";
export { normalizeVisitors } from "@redocly/openapi-core/lib/visitors.js";
export { walkDocument } from "@redocly/openapi-core/lib/walk.js";
export { getTypes } from "./redocly-types-of-3.2.mjs";
