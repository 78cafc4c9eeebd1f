/** A value as JSON on several lines, to be read. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** A text as JSON on several lines if it is JSON, or as it is. */
export function prettyText(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}
