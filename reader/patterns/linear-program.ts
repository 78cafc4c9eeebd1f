import type { Concatenation, Expression, NoParent } from "refa";
import { loadRefa } from "../large-libraries.js";
import { hasPlainReferences } from "./plain-references.js";
import { patternFlags } from "./read-pattern.js";

/** A regular expression as data, as `templates/support/linear-pattern.js` runs it. */
export interface LinearProgram {
  readonly unicode: boolean;
  readonly bounds: readonly number[];
  readonly sets: readonly (readonly number[])[];
  readonly conditions: readonly LinearCondition[];
  readonly machine: LinearMachine;
}

/** A part of a program that reads characters. */
export interface LinearMachine {
  readonly start: number;
  readonly steps: readonly (readonly number[])[];
}

/** What a step asks of a position. */
export interface LinearCondition {
  readonly kind: "start" | "end" | "behind" | "ahead";
  readonly not?: boolean;
  readonly machine?: LinearMachine;
}

/**
 * How validators match patterns that backtracking may be slow for: by `RegExp` (`native`), or in time that is linear in the length of the
 * text (`linear`), with code that takes a little more room. Others are always matched by `RegExp`.
 */
export type PatternMatching = "native" | "linear";

type Element = NoParent<Concatenation>["elements"][number];
type Assertion = Extract<Element, { readonly type: "Assertion" }>;
type Characters = Extract<Element, { readonly type: "CharacterClass" }>["characters"];

/** What a program may be like. */
interface ProgramForm {
  /** How machines of `ahead` conditions read: to the position, from the end of the text, or from the position on. */
  readonly ahead: "to position" | "from position";
  readonly mostSteps: number;
  /** A backreference is replaced by the texts of its group if there are no more than so many. */
  readonly referenceWords: number;
  readonly mostConditions: number;
}

const runnable: ProgramForm = {
  ahead: "to position",
  // A pattern of a thousand repetitions of a thousand characters would need more.
  mostSteps: 10_000,
  // As many as a mask of a position has bits.
  mostConditions: 31,
  referenceWords: 0,
};

class NotLinear extends Error {}

/**
 * The program of a valid pattern; `undefined` if it has a backreference, or needs more steps or different conditions of positions
 * than its form allows: by default 10,000 and 31.
 */
export function linearProgram(pattern: string, form: ProgramForm = runnable): LinearProgram | undefined {
  const { JS } = loadRefa();
  const flags = patternFlags(pattern);
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags });
    const { expression, maxCharacter } = parser.parse({
      assertions: "parse",
      backreferences: "throw",
      maxBackreferenceWords: hasPlainReferences(parser.ast.pattern) ? form.referenceWords : 0,
    });
    return new ProgramBuilder({ unicode: flags === "u", maxCharacter, form }).build(expression);
  } catch (error) {
    // `refa` throws plain errors for what it can't express.
    if (error instanceof Error && !(error instanceof TypeError)) return undefined;
    throw error;
  }
}

interface BuilderOptions {
  readonly unicode: boolean;
  readonly maxCharacter: number;
  readonly form: ProgramForm;
}

class ProgramBuilder {
  readonly #sets = new Map<Characters, number>();
  readonly #conditions: LinearCondition[] = [];
  readonly #conditionNumbers = new Map<string, number>();
  #left: number;

  constructor(readonly options: BuilderOptions) {
    this.#left = options.form.mostSteps;
  }

  build(expression: Pick<NoParent<Expression>, "alternatives">): LinearProgram {
    const { unicode, maxCharacter } = this.options;
    const machine = this.#machine(expression.alternatives, "ahead");
    const starts = new Set([0]);
    for (const { ranges } of this.#sets.keys())
      for (const { min, max } of ranges) {
        starts.add(min);
        if (max < maxCharacter) starts.add(max + 1);
      }
    const bounds = [...starts].sort((a, b) => a - b);
    const sets = [...this.#sets.keys()].map((characters) =>
      bounds.flatMap((bound, index) => (characters.has(bound) ? [index] : [])),
    );
    return { unicode, bounds, sets, conditions: this.#conditions, machine };
  }

  /** Alternatives, read from left to right (`ahead`) or from right to left (`behind`). */
  #machine(alternatives: readonly NoParent<Concatenation>[], order: "ahead" | "behind"): LinearMachine {
    const steps: number[][] = [];
    const add = (step: number[]): number => {
      if (--this.#left < 0) throw new NotLinear();
      return steps.push(step) - 1;
    };
    const either = (parts: readonly NoParent<Concatenation>[], next: number): number => {
      const [first, ...others] = parts.map((part) => sequence(part.elements, next));
      if (first === undefined) return add([0]);
      if (others.length === 0) return first;
      return add([0, first, ...others]);
    };
    const sequence = (elements: readonly Element[], next: number): number => {
      const inOrder = order === "ahead" ? elements.toReversed() : elements;
      return inOrder.reduce((after, element) => this.#element(element, { after, add, either }), next);
    };
    const start = either(alternatives, add([3]));
    return { start, steps };
  }

  /** The first step of an element, after which the machine goes on at `after`. */
  #element(
    element: Element,
    {
      after,
      add,
      either,
    }: {
      readonly after: number;
      readonly add: (step: number[]) => number;
      readonly either: (parts: readonly NoParent<Concatenation>[], next: number) => number;
    },
  ): number {
    switch (element.type) {
      case "CharacterClass":
        return add([1, this.#set(element.characters), after]);
      case "Alternation":
        return either(element.alternatives, after);
      case "Assertion":
        return add([2, this.#condition(element), after]);
      case "Quantifier": {
        const { alternatives, min, max } = element;
        let next = after;
        if (max === Number.POSITIVE_INFINITY) {
          const step = [0, after];
          next = add(step);
          step.push(either(alternatives, next));
        } else {
          // Each optional repetition may also end them all.
          for (let count = min; count < max; count++) next = add([0, after, either(alternatives, next)]);
        }
        for (let count = 0; count < min; count++) next = either(alternatives, next);
        return next;
      }
      default:
        throw new NotLinear();
    }
  }

  #set(characters: Characters): number {
    for (const [known, number] of this.#sets) if (known.equals(characters)) return number;
    this.#sets.set(characters, this.#sets.size);
    return this.#sets.size - 1;
  }

  #condition(assertion: Assertion): number {
    const condition = this.#makeCondition(assertion);
    const key = JSON.stringify(condition);
    const known = this.#conditionNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.#conditions.push(condition) - 1;
    if (number >= this.options.form.mostConditions) throw new NotLinear();
    this.#conditionNumbers.set(key, number);
    return number;
  }

  #makeCondition({ kind, negate, alternatives }: Assertion): LinearCondition {
    const edge = kind === "ahead" ? "end" : "start";
    if (negate && isAnyCharacter(alternatives)) return { kind: edge };
    // Whether something matches after a position is found from the end of the text, so the machine is reversed.
    const isReversed = kind === "ahead" && this.options.form.ahead === "to position";
    const order = isReversed ? "behind" : "ahead";
    return { kind, ...(negate && { not: true }), machine: this.#machine(alternatives, order) };
  }
}

/** `^` is parsed as "no character before", `$` as "no character after". */
function isAnyCharacter(alternatives: readonly NoParent<Concatenation>[]): boolean {
  const [first, ...others] = alternatives[0]?.elements ?? [];
  return (
    alternatives.length === 1 &&
    others.length === 0 &&
    first?.type === "CharacterClass" &&
    first.characters.isAll
  );
}
