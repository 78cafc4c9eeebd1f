import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { isSchemaObject } from "../schema-walk.js";

type OpenApi = { readonly [key: string]: unknown };

/** A path item outside of `webhooks`, and the name that it gets there. */
export interface IncomingItem {
  readonly name: string;
  /** Where it is written; references on the way are followed. */
  readonly tokens: readonly string[];
}

/**
 * A bundled document with further path items in `webhooks`: those of callbacks and of `x-webhooks`, whose types
 * openapi-typescript leaves out. Unchanged if there are none.
 */
export function withIncomingItems(document: OpenApi, items: readonly IncomingItem[]): OpenApi {
  const found = items.flatMap(({ name, tokens }) => {
    const item = valueBelow(document, tokens);
    return isSchemaObject(item) ? [[name, item] as const] : [];
  });
  if (found.length === 0) return document;
  const own = isSchemaObject(document.webhooks) ? Object.entries(document.webhooks) : [];
  return { ...document, webhooks: Object.fromEntries([...own, ...found]) };
}

/** The value at tokens, through references where an object has no such member of its own. */
function valueBelow(document: OpenApi, tokens: readonly string[]): unknown {
  let at: unknown = document;
  for (const token of tokens) at = memberBelow(document, at, token);
  return at;
}

function memberBelow(document: OpenApi, holder: unknown, token: string): unknown {
  let at = holder;
  for (let hops = 0; hops <= maxJsonDepth && isSchemaObject(at); hops++) {
    if (Object.hasOwn(at, token)) return at[token];
    if (typeof at.$ref !== "string" || !at.$ref.startsWith("#")) return undefined;
    at = targetOf(document, at.$ref);
  }
  return undefined;
}

function targetOf(document: OpenApi, ref: string): unknown {
  try {
    return valueAt(document, fromPointer(decodeURIComponent(ref.slice(1))));
  } catch {
    return undefined;
  }
}
