/** A clause as a sentence: with a capital letter at the start and a full stop at the end. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const text = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
