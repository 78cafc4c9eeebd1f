import type { LinearMachine, LinearProgram } from "../../../../reader/patterns/linear-program.js";
import type { Alphabet } from "./alphabet.js";
import type { Automaton, State } from "./automaton.js";
import { type BooleanFunction, BooleanFunctions, no, TooLarge, yes } from "./boolean-functions.js";
import { type ProgramLetters, programLetters } from "./program-letters.js";

/** Numbers that the states of one automaton may hold together. Measured: about 50 MB. */
export const mostHeld = 4_000_000;

/** Pairs of a step that reads the next character, and of what must be true of the text from here on if it is to count. */
type Readers = Int32Array;

const noReaders: Readers = new Int32Array();

/** What is known at a position of a text. */
interface PositionFacts {
  /** What the machines of `behind` conditions have reached, by the number of the condition. */
  readonly behind: readonly Readers[];
  readonly main: Readers;
  /** What must be true of the text from here on so that it matches, apart from `main`. */
  readonly accepted: BooleanFunction;
}

/** What a machine has reached at a position. */
interface Opened {
  readonly readers: Readers;
  readonly accepted: BooleanFunction;
}

/** A step of a machine, and what must be true of the text from here on if it is to count. */
type Entry = readonly [step: number, needs: BooleanFunction];

/** The variable that says: the text ends here. */
const end = 0;

/**
 * A program as a deterministic automaton. What a condition asks of the following text is made of variables: "step S of its machine
 * reads the next character, and goes on to a match". A state says of each step that was reached which function of these
 * variables must be true. To read a character replaces each variable by what it means after that character.
 */
export class ProgramAutomaton implements Automaton {
  readonly letters: ProgramLetters;
  #tick: () => void = () => undefined;
  readonly #functions = new BooleanFunctions(() => this.#tick());
  /** By a hash of what they say. */
  readonly #states = new Map<
    number,
    readonly {
      readonly accepted: BooleanFunction;
      readonly parts: readonly Readers[];
      readonly state: ProgramState;
    }[]
  >();
  #count = 0;
  readonly #notes = new Map<LinearMachine, Notes>();
  /** The condition and the step of each variable. */
  readonly #variables: (readonly [condition: number, step: number])[] = [[-1, -1]];
  /** The first variable of each condition. */
  readonly #offsets: readonly number[];
  readonly #canBeginLater: boolean;
  readonly initial: State;
  /** Numbers that the states hold. */
  held = 0;

  constructor(readonly program: LinearProgram) {
    this.letters = programLetters(program);
    const { conditions, machine } = program;
    this.#offsets = conditions.map(({ kind, machine: look }, condition) => {
      const offset = this.#variables.length;
      if (kind === "ahead")
        for (const step of look?.steps.keys() ?? []) this.#variables.push([condition, step]);
      return offset;
    });
    const later = this.#open(
      machine,
      [[machine.start, yes]],
      conditions.map(({ kind }) => (kind === "start" ? no : yes)),
    );
    this.#canBeginLater = later.readers.length > 0 || later.accepted !== no;
    this.initial = this.#advance(undefined, -1);
  }

  /** The state after a letter of the program. */
  after(before: PositionFacts, letter: number, tick: () => void): ProgramState {
    this.#tick = tick;
    return this.#advance(before, letter);
  }

  /** Whether a function holds where the text ends. */
  holdsAtEnd(needs: BooleanFunction): boolean {
    return this.#functions.holds(needs, (variable) => variable === end);
  }

  #advance(before: PositionFacts | undefined, letter: number): ProgramState {
    const { conditions, machine } = this.program;
    const values: BooleanFunction[] = [];
    const replaced = new Map<BooleanFunction, BooleanFunction>();
    const meanings = new Map<number, BooleanFunction>();
    const meaning = (variable: number): BooleanFunction => {
      const found = meanings.get(variable) ?? this.#meaning(variable, letter, values);
      meanings.set(variable, found);
      return found;
    };
    const moved = (needs: BooleanFunction): BooleanFunction =>
      this.#functions.replaced(needs, meaning, replaced);
    const openedAfter = (read: LinearMachine, readers: Readers): Opened => {
      const entries: Entry[] = [[read.start, yes]];
      for (let at = 0; at < readers.length; at += 2) {
        const next = this.#nextStep(read, readers[at] ?? 0, letter);
        if (next !== undefined) entries.push([next, moved(readers[at + 1] ?? no)]);
      }
      return this.#open(read, entries, values);
    };
    const behind: Readers[] = [];
    for (const [index, { kind, machine: look, not = false }] of conditions.entries()) {
      let value = kind === "start" && before === undefined ? yes : no;
      if (kind === "end") value = this.#functions.variable(end);
      if (kind === "ahead" && look !== undefined) value = this.#match(index, look.start, values);
      if (kind === "behind" && look !== undefined) {
        const opened = openedAfter(look, before?.behind[index] ?? noReaders);
        behind[index] = opened.readers;
        value = opened.accepted;
      }
      values.push(not ? this.#functions.not(value) : value);
    }
    const main = openedAfter(machine, before?.main ?? noReaders);
    const accepted = this.#functions.or(moved(before?.accepted ?? no), main.accepted);
    return this.#state({ behind, main: main.readers, accepted });
  }

  /** What a variable means after a letter, as a function of the variables there. */
  #meaning(variable: number, letter: number, values: readonly BooleanFunction[]): BooleanFunction {
    const [condition, step] = this.#variables[variable] ?? [-1, -1];
    const look = this.program.conditions[condition]?.machine;
    const next = look && this.#nextStep(look, step, letter);
    if (next === undefined) return no;
    return this.#match(condition, next, values);
  }

  /** That the machine of a condition matches from a step and a position on. */
  #match(condition: number, step: number, values: readonly BooleanFunction[]): BooleanFunction {
    const look = this.program.conditions[condition]?.machine;
    if (look === undefined) return no;
    const { readers, accepted } = this.#open(look, [[step, yes]], values);
    const offset = this.#offsets[condition] ?? 0;
    let match = accepted;
    // From the last variable on, since a function is built from its last variable.
    for (let at = readers.length - 2; at >= 0; at -= 2) {
      const reads = this.#functions.variable(offset + (readers[at] ?? 0));
      match = this.#functions.or(match, this.#functions.and(readers[at + 1] ?? no, reads));
    }
    return match;
  }

  /** The step after one that reads a letter; `undefined` if it doesn't read this one. */
  #nextStep({ steps }: LinearMachine, step: number, letter: number): number | undefined {
    this.#tick();
    const [, set = -1, next] = steps[step] ?? [];
    if (this.letters.members[set]?.has(letter) !== true) return undefined;
    return next;
  }

  /** All that a machine reaches from steps without reading. */
  #open(machine: LinearMachine, entries: readonly Entry[], values: readonly BooleanFunction[]): Opened {
    const { steps } = machine;
    const { needed, seen, turn } = this.#nextTurn(machine);
    const readers: number[] = [];
    const waiting: number[] = [];
    let accepted = no;
    const reach = (step: number, needs: BooleanFunction): void => {
      const before = seen[step] === turn ? (needed[step] ?? no) : no;
      const now = before === no ? needs : this.#functions.or(before, needs);
      if (now === before) return;
      if (before === no && steps[step]?.[0] === 1) readers.push(step);
      seen[step] = turn;
      needed[step] = now;
      waiting.push(step);
    };
    for (const [step, needs] of entries) reach(step, needs);
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      this.#tick();
      const needs = needed[step] ?? no;
      const [kind, operand = 0, next = 0] = steps[step] ?? [];
      if (kind === 0) for (const each of (steps[step] ?? []).slice(1)) reach(each, needs);
      else if (kind === 2) reach(next, this.#functions.and(needs, values[operand] ?? no));
      else if (kind === 3) accepted = this.#functions.or(accepted, needs);
    }
    const pairs = new Int32Array(2 * readers.length);
    for (const [at, step] of Int32Array.from(readers).sort().entries()) {
      pairs[2 * at] = step;
      pairs[2 * at + 1] = needed[step] ?? no;
    }
    return { readers: pairs, accepted };
  }

  #nextTurn(machine: LinearMachine): Notes {
    const notes = this.#notes.get(machine) ?? {
      needed: new Int32Array(machine.steps.length),
      seen: new Int32Array(machine.steps.length),
      turn: 0,
    };
    notes.turn++;
    this.#notes.set(machine, notes);
    return notes;
  }

  #state(facts: PositionFacts): ProgramState {
    const { behind, main, accepted } = facts;
    const isOver = accepted === yes || (accepted === no && main.length === 0 && !this.#canBeginLater);
    const parts = isOver ? [] : [main, ...behind.filter((readers) => readers !== undefined)];
    const hash = parts.reduce(hashed, accepted);
    const alike = this.#states.get(hash) ?? [];
    const known = alike.find((each) => each.accepted === accepted && areEqual(each.parts, parts));
    if (known !== undefined) return known.state;
    this.held += 50 + parts.reduce((sum, part) => sum + part.length, 0);
    if (this.held > mostHeld) throw new TooLarge();
    const state = new ProgramState(this, this.#count++, { facts, isOver });
    this.#states.set(hash, [...alike, { accepted, parts, state }]);
    return state;
  }
}

/** What was reached in a machine in one turn; what was seen in another one doesn't count. */
interface Notes {
  readonly needed: Int32Array;
  readonly seen: Int32Array;
  turn: number;
}

function hashed(hash: number, part: Readers): number {
  let all = (hash * 31 + part.length) | 0;
  for (const each of part) all = (all * 31 + each) | 0;
  return all;
}

function areEqual(a: readonly Readers[], b: readonly Readers[]): boolean {
  return a.length === b.length && a.every((part, at) => areSame(part, b[at] ?? noReaders));
}

function areSame(a: Readers, b: Readers): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

class ProgramState implements State {
  readonly isFinal: boolean;
  readonly always: State["always"];
  readonly #next: ProgramState[] = [];
  readonly #facts: PositionFacts;

  constructor(
    readonly automaton: ProgramAutomaton,
    readonly id: number,
    { facts, isOver }: { readonly facts: PositionFacts; readonly isOver: boolean },
  ) {
    this.#facts = facts;
    this.isFinal = automaton.holdsAtEnd(facts.accepted);
    if (isOver) this.always = this.isFinal ? "accepted" : "refused";
  }

  get alphabet(): Alphabet {
    return this.automaton.letters.alphabet;
  }

  next(letter: number, tick: () => void): ProgramState {
    if (this.always !== undefined) return this;
    const known = this.#next[letter];
    if (known !== undefined) return known;
    let state: ProgramState = this;
    for (const unit of this.automaton.letters.unitsFor(letter)) {
      if (state.always !== undefined) break;
      state = this.automaton.after(state.#facts, unit, tick);
    }
    this.#next[letter] = state;
    return state;
  }
}
