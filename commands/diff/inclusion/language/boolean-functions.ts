/** A Boolean function of numbered variables. Equal functions are the same number. */
export type BooleanFunction = number;

/** Always false. */
export const no: BooleanFunction = 0;
/** Always true. */
export const yes: BooleanFunction = 1;

/** Thrown if functions, or automata that are made of them, get too large. */
export class TooLarge extends Error {}

/** Guessed: patterns of contracts need a few. */
const mostNodes = 100_000;

const noVariable = Number.POSITIVE_INFINITY;

/** Functions as ordered binary decision diagrams (Bryant 1986): each node asks for a variable and has a function for each answer. */
export class BooleanFunctions {
  readonly #variables: number[] = [noVariable, noVariable];
  readonly #ifNot: BooleanFunction[] = [no, yes];
  readonly #ifSo: BooleanFunction[] = [no, yes];
  readonly #numbers = new Map<string, BooleanFunction>();
  #choices = new Map<string, BooleanFunction>();

  /** `tick` is called for each step. */
  constructor(readonly tick: () => void) {}

  variable(number: number): BooleanFunction {
    return this.#node(number, no, yes);
  }

  not(a: BooleanFunction): BooleanFunction {
    return this.#choose(a, no, yes);
  }

  and(a: BooleanFunction, b: BooleanFunction): BooleanFunction {
    return this.#choose(a, b, no);
  }

  or(a: BooleanFunction, b: BooleanFunction): BooleanFunction {
    return this.#choose(a, yes, b);
  }

  /** A function whose variables are replaced by functions. `known` keeps results for the same replacement. */
  replaced(
    a: BooleanFunction,
    replacement: (variable: number) => BooleanFunction,
    known: Map<BooleanFunction, BooleanFunction>,
  ): BooleanFunction {
    if (a <= yes) return a;
    const found = known.get(a);
    if (found !== undefined) return found;
    const made = this.#choose(
      replacement(this.#variables[a] ?? 0),
      this.replaced(this.#ifSo[a] ?? no, replacement, known),
      this.replaced(this.#ifNot[a] ?? no, replacement, known),
    );
    known.set(a, made);
    return made;
  }

  /** The value of a function for those of its variables. */
  holds(a: BooleanFunction, isTrue: (variable: number) => boolean): boolean {
    let at = a;
    while (at > yes) at = (isTrue(this.#variables[at] ?? 0) ? this.#ifSo[at] : this.#ifNot[at]) ?? no;
    return at === yes;
  }

  /** `b` where `a` holds, `c` elsewhere. */
  #choose(a: BooleanFunction, b: BooleanFunction, c: BooleanFunction): BooleanFunction {
    if (a === yes || b === c) return b;
    if (a === no) return c;
    if (b === yes && c === no) return a;
    const key = `${a} ${b} ${c}`;
    const known = this.#choices.get(key);
    if (known !== undefined) return known;
    this.tick();
    const of = this.#variables;
    const variable = Math.min(of[a] ?? 0, of[b] ?? 0, of[c] ?? 0);
    const branch = (branches: readonly BooleanFunction[]): BooleanFunction => {
      const part = (each: BooleanFunction): BooleanFunction =>
        of[each] === variable ? (branches[each] ?? no) : each;
      return this.#choose(part(a), part(b), part(c));
    };
    const made = this.#node(variable, branch(this.#ifNot), branch(this.#ifSo));
    if (this.#choices.size >= mostNodes) this.#choices = new Map();
    this.#choices.set(key, made);
    return made;
  }

  #node(variable: number, ifNot: BooleanFunction, ifSo: BooleanFunction): BooleanFunction {
    if (ifNot === ifSo) return ifNot;
    const key = `${variable} ${ifNot} ${ifSo}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#variables.length;
    if (number >= mostNodes) throw new TooLarge();
    this.#variables.push(variable);
    this.#ifNot.push(ifNot);
    this.#ifSo.push(ifSo);
    this.#numbers.set(key, number);
    return number;
  }
}
