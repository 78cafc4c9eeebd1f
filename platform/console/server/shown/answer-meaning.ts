const meanings: Readonly<Record<number, string>> = {
  204: "The receiver committed the event, or had it already.",
  401: "The receiver found the nonce used, the timestamp too old, or the signature or token wrong.",
  422: "The receiver doesn't support the schema, or header, body and configuration don't match.",
  503: "The receiver's inbox or nonce store was unavailable.",
};

/** What the document says that an answer means (§7.1); `null` if it says nothing. */
export function meaningOf({ status }: { readonly status: number | null }): string | null {
  if (status === null) return null;
  const known = meanings[status];
  if (known !== undefined) return known;
  return status >= 200 && status < 300 ? "The receiver accepted the event." : null;
}
