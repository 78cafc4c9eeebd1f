import type { Reporter, Vitest } from "vitest/node";
import { leftOutLine, type Missing, type TestFile } from "./needs.js";

/** Says at the end of a run in one line which test files it left out, so that nobody takes them for passed. */
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
