/** Characters that occur in no text from `toStored`, and in no JSON text. */
const separator = "\x1e";
const nothing = "\x1d";

/**
 * The values of a column as one text. It ends with an extra null, since a list of one empty text would look like
 * an empty list. `pg` would escape each element of an array, and PostgreSQL would undo it.
 */
export function packColumn(values: readonly (string | number | boolean | null | undefined)[]): string {
  let text = "";
  for (const value of values) text += `${value ?? nothing}${separator}`;
  return text + nothing;
}

/** SQL for the array of a packed column, whose last element is null. */
export function unpacked(parameter: string, type: string): string {
  const texts = `string_to_array(${parameter}::text, chr(${separator.charCodeAt(0)}), chr(${nothing.charCodeAt(0)}))`;
  return type === "text" ? texts : `${texts}::${type}[]`;
}

/** The texts packed by `packedText`. */
export function unpackText(packed: string): string[] {
  return packed.split(separator);
}

/** SQL that gathers texts in one row, which costs less than a row each. */
export function packedText(column: string): string {
  return `string_agg(${column}, chr(${separator.charCodeAt(0)}))`;
}
