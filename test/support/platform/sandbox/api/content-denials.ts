import { cancel, checkout, type DenialRow, read } from "./denial-row.js";

/** What is asked for. */
export const contentDenials: readonly DenialRow[] = [
  {
    check: "resource-state",
    code: "resource-state",
    request: cancel,
    off: ({ change }) => change("subscription", "sub_1", { status: "expired" }),
  },
  {
    check: "quota",
    code: "quota-exceeded",
    request: read,
    before: true,
    off: ({ change }) => change("apiProduct", "commerce", { quota: { requests: 1, seconds: 60 } }),
  },
  { check: "idempotency-key", code: "idempotency-key-missing", request: cancel, instead: { key: undefined } },
  {
    check: "idempotency-key",
    code: "idempotency-key-malformed",
    request: cancel,
    instead: { key: "k".repeat(256) },
  },
  {
    check: "idempotency-key",
    code: "idempotency-key-reused",
    request: checkout,
    before: true,
    instead: { body: { organization_id: "globex", product_code: "suite", plan_code: "free" } },
  },
  { check: "body", code: "body-missing", request: checkout, instead: { body: undefined } },
  { check: "body", code: "body-malformed", request: cancel, instead: { raw: "{" } },
  { check: "body", code: "body-too-large", request: cancel, instead: { raw: " ".repeat(65_537) } },
  {
    check: "body",
    code: "media-type-unsupported",
    request: cancel,
    instead: { headers: { "content-type": "text/plain" } },
  },
  { check: "body", code: "body-invalid", request: cancel, instead: { body: { at_period_end: 1 } } },
  {
    check: "body",
    code: "parameter-malformed",
    request: read,
    instead: { path: `${read.path}?acting_organization_id=` },
  },
];
