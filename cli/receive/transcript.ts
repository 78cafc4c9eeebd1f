/** Everything that was printed and logged while a probe is on, so that the probe can look for leaks in it. */
export interface Transcript {
  readonly add: (text: string) => void;
  /** Whether a text was ever written, plainly or as a JSON string holds it. */
  readonly holds: (needle: string) => boolean;
}

/** An empty transcript. */
export function createTranscript(): Transcript {
  const texts: string[] = [];
  return {
    add: (text) => void texts.push(text),
    holds: (needle) => texts.some((text) => showsIn(text, needle)),
  };
}

/** Whether a text holds another one, as it is or escaped as in JSON. */
export function showsIn(text: string, needle: string): boolean {
  return text.includes(needle) || text.includes(JSON.stringify(needle).slice(1, -1));
}
