/**
 * A regular expression as data, made by `oipkit generate`. Its classes divide the characters: two characters of a class are
 * treated alike everywhere in the pattern.
 *
 * @typedef {object} LinearProgram
 * @property {boolean} unicode whether characters are code points, as with the `u` flag, or UTF-16 units
 * @property {number[]} bounds the first character of each class, ascending, from 0
 * @property {number[][]} sets lists of classes
 * @property {LinearCondition[]} conditions what steps ask of a position; each refers only to those before it
 * @property {LinearMachine} machine
 *
 * @typedef {object} LinearMachine
 * @property {number} start
 * @property {number[][]} steps `[0, ...next]` goes on at each of them, `[1, set, next]` reads a character of a set,
 *   `[2, condition, next]` goes on if a condition holds, `[3]` accepts
 *
 * @typedef {object} LinearCondition
 * @property {"start" | "end" | "behind" | "ahead"} kind
 * @property {boolean} [not]
 * @property {LinearMachine} [machine] of `behind`, and reversed of `ahead`: ends at the position
 */

const mostCached = 2_000;
const mostWork = 10_000_000;

/** A text took more steps than a pattern may. */
export class PatternLimit extends Error {
  constructor() {
    super("a pattern takes too long for this text");
    this.name = "PatternLimit";
  }
}

/**
 * Matches like `RegExp`'s `test`, in time that is linear in the length of the text. `test` throws `PatternLimit` if the pattern
 * and the text together are too large.
 * @param {LinearProgram} program
 * @returns {{ test: (text: string) => boolean }}
 */
export function linearPattern(program) {
  const { unicode, bounds, conditions, sets } = program;
  const classOf = classReader(bounds);
  const members = sets.map((classes) => new Set(classes));
  const main = machineRunner(program.machine, members);
  const looks = conditions.map(({ machine }) => machine && machineRunner(machine, members));
  return {
    test(text) {
      const classes = readClasses(text, unicode, classOf);
      const masks = new Uint32Array(classes.length + 1);
      for (const [index, condition] of conditions.entries())
        markPositions({ classes, masks, bit: 1 << index }, condition, looks[index]);
      return main({ classes, masks, ahead: false, seen: () => true });
    },
  };
}

/** The class of a character, by a table for ASCII and by search for others. */
function classReader(bounds) {
  const search = (character) => {
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (bounds[middle] <= character) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const ascii = Uint16Array.from({ length: 128 }, (_, character) => search(character));
  return (character) => (character < 128 ? ascii[character] : search(character));
}

function readClasses(text, unicode, classOf) {
  const classes = new Uint16Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const character = unicode ? text.codePointAt(at) : text.charCodeAt(at);
    if (character > 0xffff) at++;
    classes[count++] = classOf(character);
  }
  return classes.subarray(0, count);
}

/** Sets a condition's bit at each position where it holds. */
function markPositions({ classes, masks, bit }, { kind, not = false }, look) {
  const last = classes.length;
  if (kind === "start") masks[0] |= bit;
  else if (kind === "end") masks[last] |= bit;
  else {
    const holds = new Uint8Array(last + 1);
    const seen = (at) => {
      holds[at] = 1;
      return false;
    };
    look({ classes, masks, ahead: kind === "ahead", seen });
    for (let at = 0; at <= last; at++) if ((holds[at] === 1) !== not) masks[at] |= bit;
  }
}

/**
 * Runs a machine over all positions at once, as a deterministic automaton whose states are made when they are reached. `seen` is
 * called for each position where a match ends, and returns whether that suffices.
 */
function machineRunner({ start, steps }, members) {
  let known = new Map();
  let work = 0;

  const spend = (amount) => {
    work += amount;
    if (work > mostWork) throw new PatternLimit();
  };

  const stateFor = (nodes) => {
    const key = nodes.join();
    let state = known.get(key);
    if (state === undefined) {
      if (known.size >= mostCached) known = new Map();
      state = { nodes, mask: -1, opened: undefined, others: new Map() };
      known.set(key, state);
    }
    return state;
  };

  /** What a state does at a position whose conditions are `mask`. */
  const opened = (state, mask) => {
    if (state.mask === mask) return state.opened;
    state.opened = state.others.get(mask) ?? open(state, mask);
    state.mask = mask;
    return state.opened;
  };

  const open = (state, mask) => {
    const reached = new Set();
    const readers = [];
    let accepts = false;
    const waiting = [...state.nodes];
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (reached.has(node)) continue;
      reached.add(node);
      const [kind, operand, next] = steps[node];
      if (kind === 0)
        for (let index = 1; index < steps[node].length; index++) waiting.push(steps[node][index]);
      else if (kind === 1) readers.push(node);
      else if (kind === 3) accepts = true;
      else if ((mask & (1 << operand)) !== 0) waiting.push(next);
    }
    spend(reached.size);
    const made = { readers, accepts, next: [] };
    state.others.set(mask, made);
    return made;
  };

  const follow = (readers, kind) => {
    const nodes = new Set([start]);
    for (const node of readers) {
      const [, set, next] = steps[node];
      if (members[set].has(kind)) nodes.add(next);
    }
    spend(readers.length + nodes.size);
    return stateFor([...nodes].sort((a, b) => a - b));
  };

  return ({ classes, masks, ahead, seen }) => {
    work = 0;
    const last = classes.length;
    let state = stateFor([start]);
    for (let index = 0; index <= last; index++) {
      const at = ahead ? last - index : index;
      const { readers, accepts, next } = opened(state, masks[at]);
      if (accepts && seen(at)) return true;
      if (index === last) break;
      const kind = classes[ahead ? at - 1 : at];
      state = next[kind] ??= follow(readers, kind);
    }
    return false;
  };
}
