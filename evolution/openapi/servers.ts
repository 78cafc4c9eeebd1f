import { below, type Place } from "../../generator/read/place.js";
import type { Fact } from "../part.js";
import type { Api } from "./operation-parts.js";

/** The addresses of an operation: its own servers, those of the path, or those of the document. */
export function serversOf(
  { root }: Api,
  { operation, item }: { readonly operation: Place; readonly item: Place },
): Fact {
  const places = [operation, item, root].map((owner) => below(owner, "servers"));
  const place = places.find(({ value }) => Array.isArray(value) && value.length > 0);
  if (place === undefined) return { value: ["/"] };
  const urls = (place.value as readonly Record<string, unknown>[]).map(addressOf);
  return { value: [...new Set(urls)].sort(), at: place };
}

/** A URL without the slash at its end; of variables, the values that they may have, or the default. */
function addressOf({ url, variables }: Record<string, unknown>): string {
  const known = (variables ?? {}) as Record<
    string,
    { readonly enum?: readonly string[]; readonly default?: unknown }
  >;
  const text = String(url).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = known[name];
    if (variable === undefined) return whole;
    return variable.enum === undefined
      ? `{${name}=${String(variable.default)}}`
      : `{${[...variable.enum].sort().join("|")}}`;
  });
  return text.replace(/\/$/, "");
}
