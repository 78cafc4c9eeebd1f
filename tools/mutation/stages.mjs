// What a mutant has to pass, quickest first: most mutants fail a hand-written case.
import { readFileSync } from "node:fs";
import { expandCases, selectCases } from "oipkit/conform";

const generated = new URL("../../generated/conformance/events.json", import.meta.url);

/** The generated suite. */
export function readSuite() {
  return JSON.parse(readFileSync(generated, "utf8"));
}

/**
 * The stages of a run: the name of a configuration, and the part of the suite that runs in it, of the cases that `only` selects.
 * Data that survives a restart is only needed by the cases that restart; it makes all others slower.
 */
export function readStages(only = []) {
  // Neither batches nor the ledger, from which only reports are made.
  const { batches, clauses: _, ...suite } = readSuite();
  const handWritten = new Set(suite.cases);
  const all = selectCases(expandCases({ ...suite, batches }), { only });
  const first = all.filter((each) => handWritten.has(each) || restarts(each));
  const rest = all.filter((each) => !first.includes(each));
  const stage = (configuration, cases) => ({ configuration, suite: { ...suite, cases } });
  return [
    stage("plaintext", first),
    stage("encrypted", first),
    stage("plaintext, in memory", rest),
    stage("encrypted, in memory", rest),
    // Derived cases try single fields, whatever the binding.
    stage("unbound", first),
  ].filter(({ suite }) => suite.cases.length > 0);
}

/** Code that an encrypted body never reaches, code that a plaintext one never reaches, and code that knows no binding. */
const behindDecryption =
  /(?:contract|events|stores)\.py$|(?:binding|inbox|journal|nonces|resources|verification)\.mjs$/;
const decryption = /aes\.py$/;
const withoutBinding = /(?:aes|contract)\.py$|(?:journal|signature|verification)\.mjs$/;
const ofEvents = /(?:contract|events)\.py$/;

/**
 * The stages that can tell a mutant of a file from the original, the likeliest first. A stage too few could only let a mutant
 * survive that should have been killed.
 */
export function stagesFor(stages, file) {
  const kept = stages.filter(({ configuration }) => {
    if (configuration === "unbound") return !withoutBinding.test(file);
    // The derived cases differ in the event, not in its encryption.
    if (configuration === "encrypted, in memory")
      return !decryption.test(file) && !behindDecryption.test(file);
    if (configuration.startsWith("encrypted")) return !behindDecryption.test(file);
    return !decryption.test(file);
  });
  if (!ofEvents.test(file)) return kept;
  const derived = kept.filter(({ configuration }) => configuration === "plaintext, in memory");
  return [...derived, ...kept.filter((stage) => !derived.includes(stage))];
}

function restarts({ steps }) {
  return steps.some((step) => "restart" in step);
}
