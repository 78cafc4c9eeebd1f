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
export type Output = (typeof outputs)[number];

export function isOutput(value: unknown): value is Output {
  return (outputs as readonly unknown[]).includes(value);
}
