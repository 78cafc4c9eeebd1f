/** Whether a `Content-Type` is JSON: `application/json` or a `+json` type, with or without parameters. */
export function isJsonContentType(value: string | null): boolean {
  if (value === "application/json") return true;
  return value !== null && /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)[ \t]*(?:;|$)/i.test(value);
}

/** Whether a `Content-Encoding` leaves the body unchanged. */
export function isIdentityEncoding(value: string | null): boolean {
  return value === null || value === "" || value.toLowerCase() === "identity";
}
