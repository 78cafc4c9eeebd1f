import type { MockAnswer } from "../exchange.js";

type Headers = Readonly<Record<string, string>>;

/** The answer to a browser that asks before a request of another origin; `undefined` for other requests. */
export function preflight(method: string, headers: Headers): MockAnswer | undefined {
  const asked = headers["access-control-request-method"];
  if (method !== "OPTIONS" || headers.origin === undefined || asked === undefined) return undefined;
  const names = headers["access-control-request-headers"];
  return {
    status: 204,
    headers: [
      ...corsHeaders(headers),
      ["access-control-allow-methods", asked],
      ...(names === undefined ? [] : [["access-control-allow-headers", names] as const]),
      ["access-control-max-age", "600"],
    ],
    body: "",
  };
}

/** Headers that let a page of another origin read an answer: one that has no secrets. */
export function corsHeaders({ origin }: Headers): MockAnswer["headers"] {
  if (origin === undefined) return [];
  return [
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["access-control-expose-headers", "*"],
    ["vary", "origin"],
  ];
}
