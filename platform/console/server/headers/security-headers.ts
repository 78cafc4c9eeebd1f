const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What every answer has. No code or style of another place or inside a document is run. */
const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Of answers that may hold something that isn't everybody's: kept nowhere. */
export const noStore = { "cache-control": "no-store" } as const;

/** An answer with the headers of security, and those given. */
export function secured(answer: Response, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...securityHeaders, ...more }))
    if (!headers.has(name)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
