import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../reader/package-root.js";
import type { Choices, Framework, Store } from "./choices.js";

/** Dependencies of a project by name, with version ranges. */
export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Packages that oipkit itself doesn't depend on. */
const ownRanges: Readonly<Record<string, string>> = {
  "@types/react": "^19.2.0",
  next: "^16.4.6",
  react: "^19.3.1",
  "react-dom": "^19.3.1",
};

interface Packages {
  readonly production: readonly string[];
  readonly development?: readonly string[];
}

const ofFrameworks: Readonly<Record<Framework, Packages>> = {
  node: { production: [] },
  express: { production: ["express"], development: ["@types/express"] },
  fastify: { production: ["fastify"] },
  hono: { production: ["@hono/node-server", "hono"] },
  next: { production: ["next", "react", "react-dom"], development: ["@types/react"] },
};

const ofStores: Readonly<Record<Store, Packages>> = {
  memory: { production: [] },
  sqlite: { production: ["libsql"] },
  postgres: { production: ["pg"] },
  "postgres-redis": { production: ["pg", "redis"] },
};

/**
 * What a project with these choices depends on, sorted. The ranges are those with which oipkit itself is tested; `sdk`
 * has the range that oipkit has, or the installed version.
 */
export async function dependenciesOf(
  { framework, store }: Choices,
  sdk: { readonly name: string; readonly version: string },
): Promise<Dependencies> {
  const manifest = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as Dependencies & {
    readonly version: string;
  };
  const known = {
    ...ownRanges,
    ...manifest.devDependencies,
    ...manifest.dependencies,
    oipkit: `^${manifest.version}`,
  };
  const ranges = { [sdk.name]: `^${sdk.version}`, ...known };
  const [ofFramework, ofStore] = [ofFrameworks[framework], ofStores[store]];
  return {
    dependencies: pick(ranges, [
      "@oipkit/runtime",
      sdk.name,
      ...ofFramework.production,
      ...ofStore.production,
    ]),
    devDependencies: pick(ranges, [
      "@types/node",
      "oipkit",
      "typescript",
      "vitest",
      ...(ofFramework.development ?? []),
    ]),
  };
}

function pick(ranges: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...names].sort().map((name) => [name, ranges[name] ?? "*"]));
}
