/** The header of draft-ietf-httpapi-idempotency-key-header. */
export function isIdempotencyKey(header: string): boolean {
  return header.toLowerCase() === "idempotency-key";
}
