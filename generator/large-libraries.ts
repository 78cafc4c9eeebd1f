import { createRequire } from "node:module";

/**
 * Libraries of megabytes, loaded as CommonJS: `import` would first scan all of their text for the names of their
 * exports, which takes longer than running it. Each is loaded on first use.
 */
const require = createRequire(import.meta.url);

/** Loads `openapi-typescript`. */
export function loadOpenApiTypescript(): typeof import("openapi-typescript") {
  return require("openapi-typescript");
}

/** Loads `@redocly/openapi-core`. */
export function loadRedocly(): typeof import("@redocly/openapi-core") {
  return require("@redocly/openapi-core");
}

/** Loads `recheck`: the build for browsers, which needs no other program and no thread. */
export function loadRecheck(): typeof import("recheck") {
  return require("recheck/lib/browser.js");
}

/** Loads `refa`. */
export function loadRefa(): typeof import("refa") {
  return require("refa");
}

/** Loads `typescript`. */
export function loadTypescript(): typeof import("typescript") {
  return require("typescript");
}
