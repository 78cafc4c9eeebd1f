import type { Scope } from "../routes/scope-context.js";
import { objectKind } from "./object-address.js";
import type { PaletteEntry } from "./palette-entry.js";

/** How to open the object with an id; those of an application are looked for in the current one. */
export function openId(
  text: string,
  { scope, application }: { readonly scope: Scope; readonly application: string | undefined },
): PaletteEntry["run"] | undefined {
  const { params } = scope;
  const kind = objectKind(text);
  if (kind === "application")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application",
        params: { ...params, application: text },
      });
  if (kind === "subscription")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/subscriptions/$subscription",
        params: { ...params, subscription: text },
      });
  if (kind === "customer")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/customers/$customer",
        params: { ...params, customer: text },
      });
  if (application === undefined || kind === undefined) return undefined;
  const inside = { ...params, application };
  if (kind === "delivery")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application/deliveries/$delivery",
        params: { ...inside, delivery: text },
      });
  if (kind === "request")
    return (navigate) =>
      void navigate({
        to: "/$organization/$environment/applications/$application/requests/$request",
        params: { ...inside, request: text },
      });
  return (navigate) =>
    void navigate({
      to: "/$organization/$environment/applications/$application/deliveries",
      params: inside,
      search: { id: text },
    });
}
