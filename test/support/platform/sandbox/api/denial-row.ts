import type { ApiPlatform, Asking, choices } from "./api-platform.js";

/** A denial, and what it takes. */
export interface DenialRow {
  readonly check: string;
  readonly code: keyof typeof choices.denials;
  /** A request that passes. */
  readonly request: Asking;
  /** Whether it is made before. */
  readonly before?: true;
  /** Switches the fact off. */
  readonly off?: (api: ApiPlatform) => void;
  /** Or what makes the request another one. */
  readonly instead?: Partial<Asking>;
}

/** Requests that pass. */
export const read: Asking = { path: "/open-platform/v1/subscriptions/sub_1" };
export const readByUser: Asking = { ...read, token: "ada" };
export const readForPartner: Asking = { path: `${read.path}?acting_organization_id=acme` };
export const list: Asking = { path: "/open-platform/v1/subscriptions" };
export const cancel: Asking = { method: "POST", path: `${read.path}:cancel`, key: "key-1", body: {} };
export const checkout: Asking = {
  method: "POST",
  path: "/open-platform/v1/checkout-sessions",
  key: "key-1",
  body: { organization_id: "globex", product_code: "suite", plan_code: "team" },
};
export const snapshot: Asking = {
  method: "POST",
  path: "/open-platform/v1/applications/app_1/events/evt_1/access-snapshot",
  token: "invoke",
  body: {},
};

/** Changes what a token says. */
export function say(api: ApiPlatform, token: string, members: object): void {
  const known = api.tokens.get(token);
  if (known !== undefined) api.tokens.set(token, { ...known, ...members });
}
