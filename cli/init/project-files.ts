import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../generator/package-root.js";
import { type Code, code, empty } from "../../generator/render/code.js";
import { literal, propertyKey } from "../../generator/render/literal.js";
import { markdownCode } from "../../generator/render/markdown.js";
import { packageSpecifier } from "../../generator/render/package-specifier.js";
import { createRenderer, type View } from "../../generator/render/template.js";
import type { Choices } from "./choices.js";
import type { SdkFacts } from "./sdk-facts.js";

/** A file of a project; the path is relative to its folder, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What determines the files. */
export interface Project {
  readonly choices: Choices;
  readonly facts: SdkFacts;
  /** A new secret text of visible ASCII characters. */
  readonly makeSecret: () => string;
}

/** Where templates go whose names differ from the files' names: npm leaves some names out of packages. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  gitignore: [".gitignore"],
  env: [".env.example", ".env"],
  "workflow.yml": [".github/workflows/receiver.yml"],
};

/** The files of a project, except for its `package.json`. */
export async function projectFiles({ choices, facts, makeSecret }: Project): Promise<ProjectFile[]> {
  const templates = await templatesOf(choices);
  const render = createRenderer(templates);
  const shared = viewOf(choices, facts);
  return [...templates].flatMap(([template, text]) => {
    const name = template.replace(/\.hbs$/, "");
    return (renamed[name] ?? [name]).map((path) => {
      if (name === template) return { path, text };
      const isReal = path === ".env";
      const secret = (): Code => (isReal ? literal(makeSecret()) : empty);
      const own = { secret: secret(), token: secret(), probe: isReal ? code`on` : code`off` };
      return { path, text: render(template, { ...shared, ...own }) };
    });
  });
}

/** The templates of the choices, by path in the project, which ends in `.hbs` if there is something to fill in. */
async function templatesOf({ framework, store, identity }: Choices): Promise<ReadonlyMap<string, string>> {
  const folders = [
    "common",
    ...(framework === "next" ? ["next"] : ["servers", `frameworks/${framework}`]),
    `stores/${store}`,
    ...(identity === "none" ? [] : [`identities/${identity}`]),
  ];
  const found = new Map<string, string>();
  for (const folder of folders) {
    const root = join(packageRoot, "templates/init", folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      found.set(path.slice(root.length + 1).replaceAll("\\", "/"), await readFile(path, "utf8"));
    }
  }
  return found;
}

function viewOf({ framework, store, identity }: Choices, facts: SdkFacts): View {
  return {
    sdk: packageSpecifier(facts.name),
    events: packageSpecifier(facts.events),
    api: packageSpecifier(facts.api ?? "none"),
    eventKey: propertyKey(facts.event),
    fields: facts.fields.map((path) => ({ access: access(path) })),
    application: literal(facts.application),
    environment: literal(facts.environment),
    server: framework === "next" ? code`./server.ts` : code`../src/server.ts`,
    sendCommand: markdownCode(`npm run send -- ${facts.event}`),
    memory: store === "memory",
    sqlite: store === "sqlite",
    postgres: store.startsWith("postgres"),
    redis: store === "postgres-redis",
    // `next start` runs in production, where the probe is off.
    probed: framework !== "next",
    services: store.startsWith("postgres"),
    client: identity !== "none",
    confidential: identity === "application",
    public: identity === "user",
  };
}

/** `.data.name`, of names that are identifiers. */
function access(path: readonly string[]): Code {
  return path.reduce((before, name) => code`${before}.${propertyKey(name)}`, empty);
}
