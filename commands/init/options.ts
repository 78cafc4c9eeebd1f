import { resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { isPackageSpecifier } from "../../reader/text/code/identifier.js";
import { readCommandLine } from "../options/command-line.js";
import { flag, parsed, text, UsageError } from "../options/option.js";
import type { Terminal } from "../terminal/terminal.js";
import { isContractSource, sourceForms } from "../update/source/contract-source.js";

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

const receiverGroup = "Receiver";
const packageGroup = "SDK and contract";

function choiceOption<const Names extends Readonly<Record<string, string>>>(
  noun: string,
  names: Names,
  description: string,
) {
  const known = Object.keys(names);
  const list = known.map((name) => `\`${name}\``).join(", ");
  const [first] = known;
  const spec = {
    value: "NAME",
    description: `${description}: ${list}`,
    otherwise: `\`${first}\``,
    group: receiverGroup,
  } as const;
  return parsed(spec, (given, flag) => {
    if (Object.hasOwn(names, given)) return given as keyof Names;
    const problem = unknownName(noun, given, known);
    const all = problem.includes("there are") ? "" : ` The list: ${list}.`;
    throw new UsageError(`${flag}: ${problem}${all}`);
  });
}

function readPackageName(given: string, flag: string): string {
  if (isPackageSpecifier(given)) return given;
  throw new UsageError(`${flag} must be the name of a package, such as @acme/sdk`);
}

/** Command-line declaration of `oipkit init`. */
export const initCommand = {
  usage: [
    "init [FOLDER] [options]",
    "init sdk [FOLDER] --contract CONTRACT [--package NAME] [--force]",
    "init contract [FOLDER] [--package NAME] [--force]",
  ],
  about:
    "Writes a project. FOLDER is created if it doesn't exist; the default is the current one.\n\nA receiver of webhooks: it runs, with a client, a conformance test and a GitHub workflow. In a terminal it asks; if an answer is given as an option, or with `--yes`, the others take their defaults.\n\n`sdk`: a package of the code that is generated from a contract, with tests against `oipkit mock`, a changelog, and workflows that publish it and that open a pull request when the contract changes.\n\n`contract`: a package of contracts to write, with examples, and workflows that check and publish them. For folders of these names, write `./sdk` and `./contract`.",
  options: {
    framework: choiceOption("framework", frameworks, "web framework of the receiver"),
    store: choiceOption("store", stores, "where events and nonces are kept"),
    identity: choiceOption("identity", identities, "whom the client acts for"),
    event: text({
      value: "EVENT",
      description: "the event of the example handler",
      otherwise: "the one with the most examples",
      group: receiverGroup,
    }),
    sdk: parsed(
      {
        value: "PACKAGE",
        description: "package with the generated code, which must be installed",
        default: defaultSdk,
        group: receiverGroup,
      },
      readPackageName,
    ),
    yes: flag({ description: "ask nothing", group: receiverGroup }),
    contract: text({
      value: "CONTRACT",
      description: `the contract of \`init sdk\`: a file or folder, which is copied once, or where \`oipkit update\` takes it from, ${sourceForms}`,
      group: packageGroup,
    }),
    package: parsed(
      {
        value: "NAME",
        description: "name of the new package",
        otherwise: "that of the folder",
        group: packageGroup,
      },
      readPackageName,
    ),
    force: flag({ description: "replace files that exist" }),
  },
  exitCodes: "0 written, 1 a file exists, and nothing was written, 2 couldn't run.",
};

/** The folder of a new project. */
interface NewProject {
  /** Absolute path of the project. */
  readonly folder: string;
  /** The folder as given, for messages. */
  readonly shown: string;
  /** Whether files that exist are replaced. */
  readonly force: boolean;
}

/** What the command line asks for: a receiver. */
export interface InitSettings extends NewProject {
  readonly kind: "receiver";
  readonly given: { readonly [Name in keyof ProjectChoices]: ProjectChoices[Name] | undefined };
  readonly event: string | undefined;
  readonly sdk: string;
  /** Whether to ask for what isn't given. */
  readonly asks: boolean;
}

/** A package of generated code. */
export interface SdkSettings extends NewProject {
  readonly kind: "sdk";
  /** Files on the disk, or where `oipkit update` takes the contract from. */
  readonly contract:
    | { readonly kind: "path"; readonly path: string }
    | { readonly kind: "source"; readonly text: string };
  readonly package: string | undefined;
}

/** A package of contracts. */
export interface ContractSettings extends NewProject {
  readonly kind: "contract";
  readonly package: string | undefined;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(
  args: readonly string[],
  { cwd, prompt }: Pick<Terminal, "cwd" | "prompt">,
): InitSettings | SdkSettings | ContractSettings {
  const { values, positionals, given } = readCommandLine(initCommand, args);
  const [first] = positionals;
  const kind = first === "sdk" || first === "contract" ? first : "receiver";
  const [shown = ".", surplus] = kind === "receiver" ? positionals : positionals.slice(1);
  if (surplus !== undefined) throw new UsageError(`unexpected argument \`${surplus}\`: pass one folder`);
  if (shown === "") throw new UsageError("the folder must not be empty; `.` is the current one");
  for (const { name } of given)
    if (!optionsByKind[kind].includes(name))
      throw new UsageError(
        `--${name} isn't an option of \`init ${kind === "receiver" ? "" : kind}\``.replace(" `", "`"),
      );
  const project = { folder: resolve(cwd, shown), shown, force: values.force };
  if (kind === "contract") return { kind, ...project, package: values.package };
  if (kind === "sdk") {
    const { contract } = values;
    if (contract === undefined || contract === "")
      throw new UsageError(`--contract is missing: a file, a folder, ${sourceForms}`);
    const isSource = isContractSource(contract);
    return {
      kind,
      ...project,
      contract: isSource ? { kind: "source", text: contract } : { kind: "path", path: contract },
      package: values.package,
    };
  }
  const { framework, store, identity, event, sdk, yes } = values;
  const hasAnswer = [framework, store, identity].some((answer) => answer !== undefined);
  return {
    kind,
    ...project,
    given: { framework, store, identity },
    event,
    sdk,
    asks: prompt !== undefined && !yes && !hasAnswer,
  };
}

const optionsByKind: Readonly<Record<"receiver" | "sdk" | "contract", readonly string[]>> = {
  receiver: ["framework", "store", "identity", "event", "sdk", "yes", "force"],
  sdk: ["contract", "package", "force", "yes"],
  contract: ["package", "force", "yes"],
};
