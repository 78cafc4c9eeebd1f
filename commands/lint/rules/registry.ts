import type { Rule } from "../rule.js";
import { invalidExample } from "./examples.js";
import { requestArrayLimit, requestStringLimit, unsafeInteger } from "./limits.js";
import {
  errorResponse,
  eventIdRequired,
  listWithoutPagination,
  operationIdStyle,
  unsafeRetry,
} from "./operations.js";
import { closedResponseEnum, closedResponseObject, nullableByIntent, redundantDefault } from "./schemas.js";
import { insecureUrl, secretInExample, secretInQuery } from "./security.js";
import { dateFormat, slowPattern, unanchoredPattern } from "./texts.js";
import { deprecatedWithoutReplacement, duplicateEntry, missingExample, unusedComponent } from "./upkeep.js";

/** oipkit's own rules, by name. */
export const builtInRules: readonly Rule[] = [
  closedResponseEnum,
  closedResponseObject,
  dateFormat,
  deprecatedWithoutReplacement,
  duplicateEntry,
  errorResponse,
  eventIdRequired,
  insecureUrl,
  invalidExample,
  listWithoutPagination,
  missingExample,
  nullableByIntent,
  operationIdStyle,
  redundantDefault,
  requestStringLimit,
  requestArrayLimit,
  secretInExample,
  secretInQuery,
  slowPattern,
  unanchoredPattern,
  unsafeInteger,
  unsafeRetry,
  unusedComponent,
];
