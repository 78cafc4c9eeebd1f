import type { components } from "../../../generated/console/types.js";

/** A request to the API. */
export type ApiRequest = components["schemas"]["SandboxApiRequest"];

/** What a check found. */
export type CheckRecord = components["schemas"]["SandboxCheckRecord"];
