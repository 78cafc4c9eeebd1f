import { createHash } from "node:crypto";
import { type LinearProgram, linearProgram } from "../../../../reader/patterns/linear-program.js";
import { json } from "../../../../reader/text/json.js";
import type { Automaton } from "./automaton.js";
import { mostHeld, ProgramAutomaton } from "./program-automaton.js";

/** Guessed: patterns of contracts need tens of steps. */
const form = {
  ahead: "from position",
  mostSteps: 50_000,
  mostConditions: 500,
  referenceWords: 100,
} as const;

/**
 * The texts that match a pattern, as the validators read it. `undefined` if it has a backreference, is too large, or isn't
 * valid.
 */
export function patternAutomaton(pattern: string): Automaton | undefined {
  const found = patterns.get(pattern);
  if (found !== undefined) return found.automaton;
  const held = [...programs.values()].reduce((sum, automaton) => sum + automaton.held, 0);
  if (patterns.size >= mostKnown || held > mostHeld) {
    patterns.clear();
    programs.clear();
  }
  const program = linearProgram(pattern, form);
  const automaton = program && programAutomaton(program);
  patterns.set(pattern, { automaton });
  return automaton;
}

const mostKnown = 500;
const patterns = new Map<string, { readonly automaton: ProgramAutomaton | undefined }>();
/** By a digest of the program, which patterns have in common that differ in groups alone. */
const programs = new Map<string, ProgramAutomaton>();

function programAutomaton(program: LinearProgram): ProgramAutomaton {
  const digest = createHash("sha256").update(json(program)).digest("base64");
  const automaton = programs.get(digest) ?? new ProgramAutomaton(program);
  programs.set(digest, automaton);
  return automaton;
}
