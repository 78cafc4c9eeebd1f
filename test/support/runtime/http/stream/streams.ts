import {
  type CallOptions,
  type HttpClientOptions,
  type OperationDescriptor,
  readItems,
  type StreamBody,
} from "../../../../../runtime/http/index.js";
import { clientWith } from "../fake-fetch.js";

/** An operation that answers with any stream. */
export const follow: OperationDescriptor = {
  id: "follow",
  method: "GET",
  path: "/log",
  responses: { 200: ["text/event-stream", "application/jsonl", "application/json-seq", "multipart/mixed"] },
  items: readItems,
};

/** The body of an answer, which arrives in these chunks. */
export async function streamBody(
  contentType: string,
  chunks: Iterable<Uint8Array | string>,
  { options, client }: { options?: CallOptions; client?: Partial<HttpClientOptions> } = {},
): Promise<StreamBody<unknown>> {
  const pieces = [...chunks].map((chunk) =>
    typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk,
  );
  const body = new ReadableStream({
    pull(controller) {
      const next = pieces.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
  const answer = new Response(body, { headers: { "content-type": contentType } });
  const called = await clientWith({ retry: false, ...client }, () => answer).client.call<{
    readonly body: StreamBody<unknown>;
  }>(follow, {}, options);
  return called.body;
}

/** The items that arrive, up to the end. */
export async function collectItems(body: StreamBody<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of body) items.push(item);
  return items;
}

/** Cuts bytes at these places. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => bytes.slice(at[index], end));
}
