import type { Send } from "../../../commands/conform/index.js";
import type { Receiver } from "../../../runtime/webhook/index.js";

/** Sends to a receiver without a network. Headers with the same name are joined, as adapters do it. */
export function sendTo({ answer }: Pick<Receiver, "answer">): Send {
  return async ({ url, method, headers, body }) => {
    const joined = new Map<string, string>();
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      const before = joined.get(key);
      // HTTP has no white space around a value.
      const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, "");
      joined.set(key, before === undefined ? trimmed : `${before}, ${trimmed}`);
    }
    const { pathname, search } = new URL(url);
    const got = await answer({
      method,
      url: pathname + search,
      header: (name) => joined.get(name.toLowerCase()) ?? null,
      readBody: (limit) => (body.length > limit ? undefined : body),
    });
    return {
      status: got.status,
      headers: Object.entries(got.headers),
      body: Buffer.from(got.body),
      firstByteMs: 0,
      elapsedMs: 0,
    };
  };
}
