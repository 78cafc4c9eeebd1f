const rfc3339 =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d{2}))[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Reads a time in the form of RFC 3339, with its zone, as milliseconds since 1970; `undefined` if it is none. */
export function readTime(text: string): number | undefined {
  const [, date = "", day = ""] = rfc3339.exec(text) ?? [];
  // `Date` would take 30 February as 2 March.
  if (date === "" || new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(text.replace(" ", "T").toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}
