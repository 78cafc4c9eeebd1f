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
  postgres: { production: ["pg"], development: ["@types/pg"] },
  "postgres-redis": { production: ["pg", "redis"], development: ["@types/pg"] },
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
    devDependencies: await readRanges([
      ...["@types/node", "oipkit", "typescript", "vitest"],
      ...development,
      ...(ofStore.development ?? []),
    ]),
  };
}

/** The npm scripts of a project, by name. */
export function packageScripts(
  { framework, store }: ProjectChoices,
  { suite }: Pick<SdkFacts, "suite">,
): Record<string, string> {
  const flags = `--env-file .env${suite === undefined ? "" : ` --suite node_modules/${suite}`}`;
  const tools: Record<string, string> = {
    test: "vitest run --dir test --silent=passed-only",
    send: `oipkit send ${flags}`,
    conform: `oipkit conform ${flags}`,
  };
  // Only its own process can read its memory.
  if (store !== "memory") tools.inbox = "oipkit inbox --env-file .env";
  if (framework === "next")
    return {
      // It doesn't take its port from `.env`.
      dev: "next dev -H 127.0.0.1 -p 8080",
      build: "next build",
      start: "next start -H 127.0.0.1 -p 8080",
      ...tools,
      send: `${tools.send} --to http://127.0.0.1:8080/webhook`,
      conform: `${tools.conform} http://127.0.0.1:8080/webhook --probe http://127.0.0.1:8080/probe`,
    };
  return {
    dev: "tsc && node --env-file=.env dist/src/main.js",
    build: "tsc",
    start: "node dist/src/main.js",
    ...tools,
  };
}
