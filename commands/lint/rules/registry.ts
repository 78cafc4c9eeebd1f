import type { Rule } from "../rule.js";
import { closedResponseEnum } from "./closed-response-enum.js";
import { closedResponseObject } from "./closed-response-object.js";
import { dateFormat } from "./date-format.js";
import { deprecatedWithoutReplacement } from "./deprecated-without-replacement.js";
import { duplicateEntry } from "./duplicate-entry.js";
import { errorResponse } from "./error-response.js";
import { eventIdRequired } from "./event-id-required.js";
import { insecureUrl } from "./insecure-url.js";
import { listWithoutPagination } from "./list-without-pagination.js";
import { missingExample } from "./missing-example.js";
import { nullableByIntent } from "./nullable-by-intent.js";
import { operationIdStyle } from "./operation-id-style.js";
import { redundantDefault } from "./redundant-default.js";
import { requestArrayLimit, requestStringLimit } from "./request-limits.js";
import { secretInExample } from "./secret-in-example.js";
import { secretInQuery } from "./secret-in-query.js";
import { slowPattern } from "./slow-pattern.js";
import { unanchoredPattern } from "./unanchored-pattern.js";
import { unsafeInteger } from "./unsafe-integer.js";
import { unsafeRetry } from "./unsafe-retry.js";
import { unusedComponent } from "./unused-component.js";

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
