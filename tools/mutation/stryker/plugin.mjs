// What Stryker loads: the suite as a test runner, what to leave out, and the progress on stderr.
import { basename, join } from "node:path";
import {
  commonTokens,
  declareClassPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { judge } from "../judge.mjs";
import { recentCases } from "../recent.mjs";
import { readStages, stagesFor } from "../stages.mjs";
import { leftOut } from "./left-out.mjs";

/** Restarts the instrumented receiver for each mutant, so that code which runs only once, at the start, is mutated, too. */
class ConformanceRunner {
  static inject = tokens(commonTokens.options);

  constructor({ oipkit }) {
    this.seed = oipkit.seed;
    this.stages = readStages(oipkit.only);
    this.recent = recentCases();
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const started = performance.now();
    const verdict = await this.#judge("none");
    if (verdict.status !== "survived") {
      return {
        status: DryRunStatus.Error,
        errorMessage: `the correct receiver fails: ${JSON.stringify(verdict)}`,
      };
    }
    const ids = new Set(this.stages.flatMap(({ suite }) => suite.cases.map(({ id }) => id)));
    const timeSpentMs = (performance.now() - started) / ids.size;
    const tests = [...ids].map((id) => ({ id, name: id, timeSpentMs, status: TestStatus.Success }));
    return { status: DryRunStatus.Complete, tests };
  }

  async mutantRun({ activeMutant }) {
    const { status, by, configuration, reason } = await this.#judge(activeMutant.id, activeMutant.fileName);
    const nrOfTests = this.stages.length;
    if (status === "survived") return { status: MutantRunStatus.Survived, nrOfTests };
    this.recent.add(by);
    // Stryker knows no mutants that only info cases note, and passes this text on.
    const failureMessage = JSON.stringify({ status, by, configuration, reason });
    if (status === "timeout") return { status: MutantRunStatus.Timeout, reason: failureMessage };
    return { status: MutantRunStatus.Killed, killedBy: [by], failureMessage, nrOfTests };
  }

  #judge(id, file = "") {
    // Stryker's workers run in the folder with the instrumented files.
    const command = [process.execPath, "--max-old-space-size=256", join(process.cwd(), "receiver.mjs")];
    return judge(command, {
      // The instrumented code reads this variable at its first line.
      env: { __STRYKER_ACTIVE_MUTANT__: id },
      stages: this.recent.sort(stagesFor(this.stages, file)),
      seed: `${this.seed} ${id}`,
      // A busy machine takes many times as long as an idle one.
      answerMs: 8_000,
      limitMs: 240_000,
      durable: true,
    });
  }
}

class Progress {
  onMutationTestingPlanReady({ mutantPlans }) {
    this.total = mutantPlans.filter(({ plan }) => plan === "Run").length;
    this.done = 0;
  }

  onMutantTested({ status, fileName, location, replacement }) {
    if (status === "Ignored") return;
    this.done += 1;
    const { line, column } = location.start;
    const what = status === "Survived" ? ` ${basename(fileName)}:${line}:${column} → ${replacement}` : "";
    if (what !== "" || this.done % 25 === 0) console.error(`${this.done}/${this.total} ${status}${what}`);
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, "conformance", ConformanceRunner),
  declareClassPlugin(PluginKind.Reporter, "mutants", Progress),
  declareValuePlugin(PluginKind.Ignore, "left-out", { shouldIgnore: leftOut }),
];

// Stryker has ended; a receiver must not outlive it.
process.once("disconnect", () => process.exit(2));
