import type { ApiCheck } from "./api-check.js";
import { failedWrite, refused } from "./refused.js";

/** The checks in the order in which they are run: what others build upon comes first. */
export const apiChecks: readonly ApiCheck[] = [refused, failedWrite];
