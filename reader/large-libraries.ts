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

/** Loads Redocly's types of OpenAPI, without its linter, as `tools/bundle-libraries.mjs` wrote them. */
export function loadRedoclyTypes(
  version: "3.0" | "3.1" | "3.2",
): ReturnType<typeof import("@redocly/openapi-core").normalizeTypes> {
  const types = require("#vendor/redocly-types.cjs") as typeof import("@redocly/openapi-core");
  const { normalizeTypes, Oas3Types, Oas3_1Types, Oas3_2Types } = types;
  return normalizeTypes({ "3.0": Oas3Types, "3.1": Oas3_1Types, "3.2": Oas3_2Types }[version]);
}

/** A function of a rule of Redocly's, which the walk calls for each object of a type. */
export interface RedoclyVisitor {
  readonly ruleId: string;
  visit: (...args: readonly unknown[]) => unknown;
  skip?: ((...args: readonly unknown[]) => unknown) | undefined;
}

/** Rules of Redocly's by name. */
type RedoclyRuleSet = Readonly<Record<string, (settings: object) => object | object[]>>;

/** The parts of `@redocly/openapi-core` that `tools/bundled-libraries/redocly-linter.mjs` lists. */
export interface RedoclyLinter
  extends Pick<
    typeof import("@redocly/openapi-core"),
    | "BaseResolver"
    | "Config"
    | "Source"
    | "detectSpec"
    | "getTypes"
    | "normalizeTypes"
    | "normalizeVisitors"
    | "resolveDocument"
    | "walkDocument"
  > {
  readonly oas2: RedoclyRuleSet;
  readonly oas3: RedoclyRuleSet;
  readonly async2: RedoclyRuleSet;
  readonly async3: RedoclyRuleSet;
}

/** Loads Redocly's linter, as `tools/bundle-libraries.mjs` wrote it. */
export function loadRedocly(): RedoclyLinter {
  return require("#vendor/redocly-linter.cjs");
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
