/** A clause as a sentence: a capital at its start, a full stop at its end. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const text = clause.slice(0, 1).toUpperCase() + clause.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
