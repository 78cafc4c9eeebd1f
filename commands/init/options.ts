import { resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { isPackageSpecifier } from "../../reader/text/code/identifier.js";
import { readCommandLine } from "../options/command-line.js";
import { flag, parsed, text, UsageError } from "../options/option.js";
import type { Terminal } from "../terminal/terminal.js";

/** Web frameworks for the receiver, the default first, with what a prompt shows beside each. */
export const frameworks = {
  node: "Node.js alone, with limits against slow and too many senders",
  express: "Express 5",
  fastify: "Fastify 5",
  hono: "Hono on Node.js",
  next: "Next.js, App Router",
} as const;

/** Stores for events and nonces, likewise. */
export const stores = {
  sqlite: "a file, for one machine",
  postgres: "for several machines",
  "postgres-redis": "events in PostgreSQL, nonces in Redis",
  memory: "for a first look: events are lost with the process",
} as const;

/** Identities of the client, likewise. */
export const identities = {
  application: "calls the API as itself",
  user: "calls the API for a signed-in user",
  none: "no client, only a receiver",
} as const;

/** A framework, as `--framework` takes it. */
export type FrameworkChoice = keyof typeof frameworks;

/** A store, as `--store` takes it. */
export type StoreChoice = keyof typeof stores;

/** An identity, as `--identity` takes it. */
type IdentityChoice = keyof typeof identities;

/** The package with the generated code, unless another one is named. */
export const defaultSdk = "@oipkit/sdk";

/** What a project consists of. */
export interface ProjectChoices {
  readonly framework: FrameworkChoice;
  readonly store: StoreChoice;
  readonly identity: IdentityChoice;
}

/** What applies to a question that nobody answers. */
export const defaultChoices: ProjectChoices = { framework: "node", store: "sqlite", identity: "application" };

function choiceOption<const Names extends Readonly<Record<string, string>>>(
  noun: string,
  names: Names,
  description: string,
) {
  const known = Object.keys(names);
  const list = known.map((name) => `\`${name}\``).join(", ");
  const [first] = known;
  const spec = { value: "NAME", description: `${description}: ${list}`, otherwise: `\`${first}\`` } as const;
  return parsed(spec, (given, flag) => {
    if (Object.hasOwn(names, given)) return given as keyof Names;
    const problem = unknownName(noun, given, known);
    const all = problem.includes("there are") ? "" : ` The list: ${list}.`;
    throw new UsageError(`${flag}: ${problem}${all}`);
  });
}

/** Command-line declaration of `oipkit init`. */
export const initCommand = {
  usage: ["init [FOLDER] [options]"],
  about:
    "Writes a project that receives webhooks: a running receiver, a client, a conformance test and a GitHub workflow. FOLDER is created if it doesn't exist; the default is the current one. In a terminal it asks; if an answer is given as an option, or with `--yes`, the others take their defaults.",
  options: {
    framework: choiceOption("framework", frameworks, "web framework of the receiver"),
    store: choiceOption("store", stores, "where events and nonces are kept"),
    identity: choiceOption("identity", identities, "whom the client acts for"),
    event: text({
      value: "EVENT",
      description: "the event of the example handler",
      otherwise: "the one with the most examples",
    }),
    sdk: parsed(
      {
        value: "PACKAGE",
        description: "package with the generated code, which must be installed",
        default: defaultSdk,
      },
      (given, flag) => {
        if (isPackageSpecifier(given)) return given;
        throw new UsageError(`${flag} must be the name of a package, such as @acme/sdk`);
      },
    ),
    yes: flag({ description: "ask nothing" }),
    force: flag({ description: "replace files that exist" }),
  },
  exitCodes: "0 written, 1 a file exists, and nothing was written, 2 couldn't run.",
};

/** What the command line asks for. */
export interface InitSettings {
  /** Absolute path of the project. */
  readonly folder: string;
  /** The folder as given, for messages. */
  readonly shown: string;
  readonly given: { readonly [Name in keyof ProjectChoices]: ProjectChoices[Name] | undefined };
  readonly event: string | undefined;
  readonly sdk: string;
  /** Whether to ask for what isn't given. */
  readonly asks: boolean;
  readonly force: boolean;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(
  args: readonly string[],
  { cwd, prompt }: Pick<Terminal, "cwd" | "prompt">,
): InitSettings {
  const { values, positionals } = readCommandLine(initCommand, args);
  const [shown = ".", surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`unexpected argument \`${surplus}\`: pass one folder`);
  if (shown === "") throw new UsageError("the folder must not be empty; `.` is the current one");
  const { framework, store, identity, event, sdk, yes, force } = values;
  const hasAnswer = [framework, store, identity].some((answer) => answer !== undefined);
  return {
    folder: resolve(cwd, shown),
    shown,
    given: { framework, store, identity },
    event,
    sdk,
    asks: prompt !== undefined && !yes && !hasAnswer,
    force,
  };
}
