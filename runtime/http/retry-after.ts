/**
 * Milliseconds that a `Retry-After` header asks to wait: whole seconds, or an HTTP date
 * (RFC 9110 §5.6.7; not in the form of C's `asctime`), seen from `now` (milliseconds since 1970). Nothing for a header that is neither.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // The engine reads much more than that.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
