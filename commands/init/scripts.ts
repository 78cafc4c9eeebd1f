import type { Choices } from "./choices.js";
import type { SdkFacts } from "./sdk-facts.js";

/** The address of the receiver in development. */
const receiverUrl = "http://127.0.0.1:8080/webhook";

const probeUrl = "http://127.0.0.1:8080/probe";

/** The npm scripts of a project, by name. */
export function scriptsOf(
  { framework }: Choices,
  { application, environment, protocol, suite }: SdkFacts,
): Record<string, string> {
  // Not `npx oipkit`: only Node.js reads `.env` on every system.
  const oipkit = "node --env-file=.env node_modules/oipkit/dist/cli/index.js";
  const isBound = protocol.event.binding !== undefined;
  const flags = [
    ...(suite === undefined ? [] : [`--suite node_modules/${suite}`]),
    ...(isBound ? [`--application ${application} --environment ${environment}`] : []),
  ]
    .map((flag) => ` ${flag}`)
    .join("");
  const tools = {
    test: "vitest run --dir test --silent=passed-only",
    send: `${oipkit} send --to ${receiverUrl}${flags}`,
    conform: `${oipkit} conform ${receiverUrl} --probe ${probeUrl}${flags}`,
  };
  if (framework === "next")
    return {
      dev: "next dev -H 127.0.0.1 -p 8080",
      build: "next build",
      start: "next start -H 127.0.0.1 -p 8080",
      ...tools,
    };
  return {
    dev: "tsc && node --env-file=.env dist/src/main.js",
    build: "tsc",
    start: "node dist/src/main.js",
    ...tools,
  };
}
