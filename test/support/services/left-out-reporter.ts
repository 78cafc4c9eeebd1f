import type { Reporter, Vitest } from "vitest/node";
import { leftOutLine, type Missing, type TestFile } from "./needs.js";

/** Prints at the end of a run which test files were left out, so they aren't mistaken for passed ones. */
export function leftOutReporter(leftOut: readonly TestFile[], missing: Missing): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd() {
      const projects = vitest?.projects.map(({ name }) => name) ?? [];
      const isChosen = ({ path }: TestFile): boolean =>
        projects.includes(path.startsWith("test/package/") ? "package" : "services");
      const line = leftOutLine(leftOut.filter(isChosen), missing);
      if (line !== undefined) vitest?.logger.log(`\n${line}`);
    },
  };
}
