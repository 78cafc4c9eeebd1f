import { type Alphabet, rangedAlphabet } from "./alphabet.js";
import type { Automaton, State } from "./automaton.js";

/** The texts of a list. Calls `tick` for each character, which may throw. */
export function textsAutomaton(texts: readonly string[], tick: () => void): Automaton {
  const root = new TextNode(0);
  let nodes = 1;
  for (const text of texts) {
    let node = root;
    for (const character of text) {
      tick();
      const code = character.codePointAt(0) ?? 0;
      let next = node.children.get(code);
      if (next === undefined) {
        next = new TextNode(nodes++);
        node.children.set(code, next);
      }
      node = next;
    }
    node.isFinal = true;
  }
  return { initial: root };
}

/** What no listed text begins with. */
const refused: State = {
  id: -1,
  isFinal: false,
  always: "refused",
  alphabet: { starts: [0], letters: [0] },
  next: () => refused,
};

/** A beginning of listed texts. */
class TextNode implements State {
  readonly children = new Map<number, TextNode>();
  readonly always = undefined;
  isFinal = false;
  #alphabet: Alphabet | undefined;

  constructor(readonly id: number) {}

  /** The letter of a character that comes next in a text is one more than the character; that of all others, 0. */
  get alphabet(): Alphabet {
    this.#alphabet ??= rangedAlphabet(this.#ranges());
    return this.#alphabet;
  }

  *#ranges(): Generator<readonly [number, number]> {
    let at = 0;
    for (const code of [...this.children.keys()].sort((a, b) => a - b)) {
      if (code > at) yield [at, 0];
      yield [code, code + 1];
      at = code + 1;
    }
    if (at <= 0x10ffff) yield [at, 0];
  }

  next(letter: number): State {
    return this.children.get(letter - 1) ?? refused;
  }
}
