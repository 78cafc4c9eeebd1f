import { createHttpClient, type HttpClient, type HttpClientOptions } from "../../../../runtime/http/index.js";

export interface SentRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/** A client without a network: each request is recorded and answered by `answer`, 204 by default.
 * It doesn't wait between attempts. */
export function clientWith(
  options: Partial<HttpClientOptions> = {},
  answer: (request: SentRequest) => Response | Promise<Response> = () => new Response(null, { status: 204 }),
): { client: HttpClient; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const client = createHttpClient({
    baseUrl: "https://api.example.com/base/",
    sleep: async () => {},
    fetch: async (url, init) => {
      const request = { url, init, headers: new Headers(init.headers) };
      sent.push(request);
      return answer(request);
    },
    ...options,
  });
  return { client, sent };
}
