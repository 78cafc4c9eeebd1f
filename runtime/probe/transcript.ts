/** What was logged and recorded while a probe is active, so that the probe can search it for leaks. */
export interface Transcript {
  readonly add: (text: string) => void;
  /** Whether a text is in it, plain or escaped as in a JSON string. */
  readonly holds: (needle: string) => boolean;
  /** Whether something was left out because there was no more room. */
  readonly isCut: () => boolean;
}

/** An empty transcript for at most that many UTF-16 code units. Texts follow each other without a separator. */
export function createTranscript(capacity: number): Transcript {
  let all = "";
  let cut = false;
  return {
    add(text) {
      if (cut || text.length > capacity - all.length) cut = true;
      else all += text;
    },
    holds: (needle) => showsIn(all, needle),
    isCut: () => cut,
  };
}

/** Whether a text contains another one, plain or escaped as in JSON. */
export function showsIn(text: string, needle: string): boolean {
  return text.includes(needle) || text.includes(JSON.stringify(needle).slice(1, -1));
}
