/**
 * How a field of an object is compared. `judged`: a rule compares it, or the comparison of what is valid does. `text`: documentation.
 * `names`: a map of which only the names matter. `reference`, `references`: what it leads to is compared elsewhere. Otherwise, the kind of object that it holds.
 */
export type FieldReading =
  | "judged"
  | "text"
  | "names"
  | "reference"
  | "references"
  | { readonly one: string }
  | { readonly map: string; readonly isExtensible?: boolean }
  /** Elements are the same in both versions if these members are, or if they refer to the same name. */
  | { readonly list: string; readonly by: readonly string[] };

/** The fields of an object. What isn't listed isn't compared; what begins with `x-` is a fact of the platform's own. */
export type Fields = Readonly<Record<string, FieldReading>>;

/** In place of a name, any field that isn't listed and doesn't begin with `x-`. */
export const anyField = "*";

/** The same reading for all of the words. */
export function each<Reading extends FieldReading>(
  words: string,
  reading: Reading,
): Readonly<Record<string, Reading>> {
  return Object.fromEntries(words.split(" ").map((word) => [word, reading]));
}

/** The kind of objects whose fields are the keywords of JSON Schema. */
export const schemaKind = "schema";

/** An object of a kind. */
export const one = (kind: string): FieldReading => ({ one: kind });
/** Objects of a kind by name. */
export const map = (kind: string): FieldReading => ({ map: kind });
/** The same, where a name that begins with `x-` is a field. */
export const extensibleMap = (kind: string): FieldReading => ({ map: kind, isExtensible: true });

/** Whether a field has examples, as documents write them where the format has no place for them: documentation. */
export function isExample(name: string): boolean {
  return /^x-examples?$/.test(name);
}

/** Whether a field is a fact of the platform's own. */
export function isExtension(name: string): boolean {
  return name.startsWith("x-");
}

/** How a field of a kind of object is compared; `undefined` if it isn't. */
export function fieldReading(fields: Fields, name: string): FieldReading | undefined {
  return fields[name] ?? (isExtension(name) ? undefined : fields[anyField]);
}
