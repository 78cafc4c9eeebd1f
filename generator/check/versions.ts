import { type Contracts, diagnose } from "../read/contracts.js";
import type { Diagnostic } from "../read/diagnostic.js";

/** Reports versions of the specifications that oipkit doesn't support. */
export function checkVersions(contracts: Contracts): Diagnostic[] {
  const openapi = contracts.openapi.flatMap((document) => {
    const { openapi: version, swagger } = document.value as { openapi?: unknown; swagger?: unknown };
    if (typeof version === "string" && /^3\.[01]\.\d+/.test(version)) return [];
    return [
      unsupported(document, swagger === undefined ? "openapi" : "swagger", {
        shown: swagger ?? version,
        wanted: "OpenAPI 3.0 and 3.1",
      }),
    ];
  });
  const asyncapi = contracts.asyncapi.flatMap((document) => {
    const { asyncapi: version } = document.value as { asyncapi?: unknown };
    if (typeof version === "string" && /^3\.[01]\.\d+/.test(version)) return [];
    return [unsupported(document, "asyncapi", { shown: version, wanted: "AsyncAPI 3.0 and 3.1" })];
  });
  const schemas = contracts.schemas.flatMap((document) => {
    const { $schema } = document.value as { $schema?: unknown };
    if ($schema === undefined || (typeof $schema === "string" && /\/draft\/2020-12\/schema#?$/.test($schema)))
      return [];
    return [unsupported(document, "$schema", { shown: $schema, wanted: "JSON Schema 2020-12" })];
  });
  return [...openapi, ...asyncapi, ...schemas];
}

function unsupported(
  document: Contracts["openapi"][number],
  key: string,
  { shown, wanted }: { shown: unknown; wanted: string },
): Diagnostic {
  const quoted = typeof shown === "string" ? shown : JSON.stringify(shown);
  const message = `unsupported version \`${key}: ${quoted}\``;
  const isWhole = key === "$schema" || /^\d+\.\d+\.\d+/.test(quoted);
  const shape = isWhole ? "" : " Write all three numbers, such as `3.1.0`.";
  return diagnose(document, [key], {
    code: "version-unsupported",
    message,
    hint: `Supported: ${wanted}.${shape}`,
  });
}
