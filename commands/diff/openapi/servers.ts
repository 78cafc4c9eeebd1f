import { memberOf, type PathItem } from "../../../reader/documents/openapi/path-items.js";
import { below, type Place } from "../../../reader/documents/place.js";
import type { Fact } from "../part.js";
import { recordOf } from "../record.js";
import { scalarText } from "../scalar-text.js";
import type { Api } from "./api.js";

/** The addresses of an operation: its own servers, those of the path, or those of the document. */
export function serversOf(
  { root }: Api,
  { operation, item }: { readonly operation: Place; readonly item: PathItem },
): Fact {
  const places = [below(operation, "servers"), memberOf(item, "servers"), below(root, "servers")];
  const place = places.find(({ value }) => Array.isArray(value) && value.length > 0);
  if (place === undefined) return { value: ["/"] };
  const urls = (place.value as readonly unknown[]).map(addressOf);
  return { value: [...new Set(urls)].sort(), at: place };
}

/** A URL without the slash at its end; of variables, the values that they may have, or the default. */
function addressOf(server: unknown): string {
  const { url, variables } = recordOf(server);
  const known = recordOf(variables);
  const text = scalarText(url).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(known, name)) return whole;
    const { enum: values, default: usual } = recordOf(known[name]);
    return Array.isArray(values)
      ? `{${values.map(scalarText).sort().join("|")}}`
      : `{${name}=${scalarText(usual)}}`;
  });
  return text.replace(/\/$/, "");
}
