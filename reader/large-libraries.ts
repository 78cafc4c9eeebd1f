import { createRequire } from "node:module";

/**
 * Libraries of megabytes, loaded as CommonJS: `import` would first scan all of their text for the names of their
 * exports, which takes longer than running it. Each is loaded on first use.
 */
const require = createRequire(import.meta.url);

/** What `loadOpenApiTypescript` loads. */
type OpenApiTypescript = Pick<
  typeof import("openapi-typescript"),
  "astToString" | "injectOperationObject" | "resolveRef" | "transformSchema"
>;

/** Loads the transformation of `openapi-typescript`, without its reading, which would load all of Redocly's linter. */
export function loadOpenApiTypescript(): OpenApiTypescript {
  const { astToString } = require("openapi-typescript/dist/lib/ts.cjs");
  const { resolveRef } = require("openapi-typescript/dist/lib/utils.cjs");
  const { injectOperationObject } = require("openapi-typescript/dist/transform/operation-object.cjs");
  const transformSchema = require("openapi-typescript/dist/transform/index.cjs");
  return {
    astToString,
    injectOperationObject,
    resolveRef,
    transformSchema,
  };
}

/** Loads Redocly's types of OpenAPI, without its linter. */
export function loadRedoclyTypes(
  version: "3.0" | "3.1",
): ReturnType<typeof import("@redocly/openapi-core").normalizeTypes> {
  const { normalizeTypes } = require("@redocly/openapi-core/lib/types/index.js");
  return normalizeTypes(
    version === "3.0"
      ? require("@redocly/openapi-core/lib/types/oas3.js").Oas3Types
      : require("@redocly/openapi-core/lib/types/oas3_1.js").Oas3_1Types,
  );
}

/** Loads `@redocly/openapi-core`. */
export function loadRedocly(): typeof import("@redocly/openapi-core") {
  return require("@redocly/openapi-core");
}

/** Loads `recheck`, as `tools/bundle-libraries.mjs` wrote it. */
export function loadRecheck(): typeof import("recheck") {
  return require("#vendor/recheck.cjs");
}

/** Loads `@asyncapi/parser`, as `tools/bundle-libraries.mjs` wrote it. */
export function loadAsyncApiParser(): typeof import("@asyncapi/parser") {
  return require("#vendor/asyncapi-parser.cjs");
}

/** Loads `refa`. */
export function loadRefa(): typeof import("refa") {
  return require("refa");
}

/** Loads `typescript`. */
export function loadTypescript(): typeof import("typescript") {
  return require("typescript");
}
