/**
 * The wait that a `Retry-After` header asks for, in milliseconds: whole seconds, or an HTTP date
 * in any of its three forms (RFC 9110, section 5.6.7), relative to `now` (milliseconds since 1970). `undefined` for anything else.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // The engine accepts much more than that, and reads the form of `asctime`, which has no zone, as local time.
  const date = Date.parse(
    /^[A-Z][a-z]+(?:, .* GMT| .* \d{4})$/.test(header) ? header.replace(/\d$/, "$& GMT") : "",
  );
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
