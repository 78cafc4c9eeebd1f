/** A message or remedy as a sentence: a capital letter at the start, a full stop at the end. */
export function sentence(text: string): string {
  const capital = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** `1 finding`, `2 findings`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
