import { getTypes as getAll } from "@redocly/openapi-core/lib/oas-types.js";
import { Oas3Types } from "@redocly/openapi-core/lib/types/oas3.js";
import { Oas3_2Types as published } from "@redocly/openapi-core/lib/types/oas3_2.js";

const flow = published.DeviceAuthorization;
const { scopes } = Oas3Types.PasswordFlow.properties;

/**
 * Redocly's types of OpenAPI 3.2, with two repairs. The scopes of a flow refer to a type that doesn't exist, so whoever reads them throws; those of
 * other flows are right. In `components.mediaTypes`, names lead to media types, not to maps of them (OpenAPI 3.2.0, section 4.7).
 */
export const Oas3_2Types = {
  ...published,
  DeviceAuthorization: { ...flow, properties: { ...flow.properties, scopes } },
  NamedMediaTypes: { ...published.NamedMediaTypes, additionalProperties: () => "MediaType" },
};

/** Redocly's types of a version. */
export function getTypes(version) {
  return version === "oas3_2" ? Oas3_2Types : getAll(version);
}
