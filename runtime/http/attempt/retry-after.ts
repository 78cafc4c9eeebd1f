/**
 * Milliseconds that a `Retry-After` header asks to wait: whole seconds, or an HTTP date
 * in any of its three forms (RFC 9110, section 5.6.7), seen from `now` (milliseconds since 1970). Nothing for a header that is neither.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // The engine reads much more than that, and the form of `asctime`, which has no zone, as local time.
  const date = Date.parse(
    /^[A-Z][a-z]+(?:, .* GMT| .* \d{4})$/.test(header) ? header.replace(/\d$/, "$& GMT") : "",
  );
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
