/** A parsed JSON object; its own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;
