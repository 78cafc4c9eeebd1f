/** All output and logs while a probe is active, so that the probe can search them for leaks. */
export interface Transcript {
  readonly add: (text: string) => void;
  /** Whether a text was ever written, plain or escaped as in a JSON string. */
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

/** Whether a text contains another one, plain or escaped as in JSON. */
export function showsIn(text: string, needle: string): boolean {
  return text.includes(needle) || text.includes(JSON.stringify(needle).slice(1, -1));
}
