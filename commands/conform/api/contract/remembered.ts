/** Results that are kept; member names come from answers, so there may be any number of them. */
const mostKept = 5_000;

/** A function of short texts that looks its results up when it is called with the same text again. */
export function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= mostKept) known.clear();
    known.set(text, made);
    return made;
  };
}
