import type { FrameworkChoice, ProjectChoices, StoreChoice } from "../options.js";
import { type Dependencies, readRanges } from "../package-json.js";
import type { SdkFacts } from "./sdk-facts.js";

interface Packages {
  readonly production: readonly string[];
  readonly development?: readonly string[];
}

const ofFrameworks: Readonly<Record<FrameworkChoice, Packages>> = {
  node: { production: [] },
  express: { production: ["express"], development: ["@types/express"] },
  fastify: { production: ["fastify"] },
  hono: { production: ["@hono/node-server", "hono"] },
  next: { production: ["next", "react", "react-dom"], development: ["@types/react"] },
};

const ofStores: Readonly<Record<StoreChoice, Packages>> = {
  memory: { production: [] },
  sqlite: { production: ["libsql"] },
  postgres: { production: ["pg"] },
  "postgres-redis": { production: ["pg", "redis"] },
};

/**
 * What a project with these choices depends on, sorted. The ranges are those with which oipkit itself is tested; `sdk`
 * has the range that oipkit has, or the installed version.
 */
export async function readDependencies(
  { framework, store }: ProjectChoices,
  sdk: { readonly name: string; readonly version: string },
): Promise<Dependencies> {
  const more = { [sdk.name]: `^${sdk.version}` };
  const [{ production, development = [] }, ofStore] = [ofFrameworks[framework], ofStores[store]];
  return {
    dependencies: await readRanges(["@oipkit/runtime", sdk.name, ...production, ...ofStore.production], more),
    devDependencies: await readRanges(["@types/node", "oipkit", "typescript", "vitest", ...development]),
  };
}

/** The address of the receiver in development. */
const receiverUrl = "http://127.0.0.1:8080/webhook";

const probeUrl = "http://127.0.0.1:8080/probe";

/** The npm scripts of a project, by name. */
export function packageScripts(
  { framework }: ProjectChoices,
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
