// Redocly's types of OpenAPI, without its linter.
export { normalizeTypes } from "@redocly/openapi-core/lib/types/index.js";
export { Oas3Types } from "@redocly/openapi-core/lib/types/oas3.js";
export { Oas3_1Types } from "@redocly/openapi-core/lib/types/oas3_1.js";
export { Oas3_2Types } from "./redocly-types-of-3.2.mjs";
