import type { Rule } from "../rule.js";

/** Requests that can't be repeated. */
export const unsafeRetry: Rule = {
  name: "unsafe-retry",
  formats: ["openapi"],
  finds: "A `POST` has no header whose name contains `Idempotency`, and no `x-idempotent`.",
  why: "After a time-out, the client doesn't know whether the request was carried out; repeating it may order or pay twice.",
  remedy: "Accept an `Idempotency-Key`; if a repetition does no harm, say so with `x-idempotent: true`.",
  severity: "off",
  *check({ operations }) {
    for (const { kind, method, parameters, place, title } of operations) {
      if (kind !== "path" || method !== "post") continue;
      if ("x-idempotent" in (place.value as object)) continue;
      const isKeyed = parameters.some(({ value }) =>
        /idempoten/i.test(String((value as { name?: unknown }).name)),
      );
      if (!isKeyed) yield { place, target: "key", message: `\`${title}\` can't be repeated safely` };
    }
  },
};
