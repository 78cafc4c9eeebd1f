import { MalformedBodyError, readItems } from "@oipkit/runtime/http";
import { jsonValue } from "./json-value.js";
import { essence } from "./media-type.js";

/** What reading a whole body needs of a call: it takes no time, and nobody ends it. */
const deadline = {
  operation: "mock",
  signal: new AbortController().signal,
  guard: async <T>(work: () => T | Promise<T>): Promise<T> => work(),
  restart(): void {},
  stopClock(): void {},
  close(): void {},
};

/** The items of a streamed body that is there as a whole; why they can't be read if one isn't JSON. */
export async function itemsOf(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<{ readonly items: readonly unknown[] } | { readonly problem: string }> {
  const response = new Response(bytes, { headers: { "content-type": essence(type) } });
  const items: unknown[] = [];
  try {
    for await (const item of readItems(response, { deadline, maxBytes: bytes.length, parse: jsonValue }))
      items.push(item);
    return { items };
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error;
    return { problem: `item ${items.length + 1} of the body isn't valid JSON` };
  }
}
