/** Kinds of output. */
export const outputs = [
  "types",
  "client",
  "validators",
  "protocol",
  "fixtures",
  "conformance",
  "reference",
] as const;
/** Name of an output. */
export type Output = (typeof outputs)[number];

/** Whether a value is the name of an output. */
export function isOutput(value: unknown): value is Output {
  return (outputs as readonly unknown[]).includes(value);
}

/** How the types of text enums are written: as the contract lists them, or open for values that come later. */
export const enumTypes = ["closed", "open"] as const;
/** Whether the types of enums are closed or open. */
export type EnumTypes = (typeof enumTypes)[number];

/** Whether a value is one of `enumTypes`. */
export function isEnumTypes(value: unknown): value is EnumTypes {
  return (enumTypes as readonly unknown[]).includes(value);
}
