/** JSON Schema of a tool's arguments: an object. */
export interface ArgumentSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments that a tool's schema accepts. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What an assistant reads of a tool. */
export interface ToolTexts {
  readonly name: string;
  readonly title: string;
  /** For the assistant: what it does, when to use it, and what it answers. */
  readonly description: string;
  readonly schema: ArgumentSchema;
}

/** A tool that runs a command. */
export interface CommandTool extends ToolTexts {
  /** Whether it sends requests or changes something: offered only with `--write`. */
  readonly writes: boolean;
  /** The command line. */
  readonly command: (given: ToolArguments) => readonly string[];
}

const text = (description: string) => ({ type: "string", description, minLength: 1, maxLength: 4096 });
const one = (description: string, values: readonly string[]) => ({
  type: "string",
  description,
  enum: values,
});
const texts = (description: string) => ({
  type: "array",
  description,
  items: { type: "string", minLength: 1, maxLength: 4096 },
  minItems: 1,
  maxItems: 100,
});
const flag = (description: string) => ({ type: "boolean", description });

function object(properties: Readonly<Record<string, object>>, ...required: string[]): ArgumentSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/**
 * Options with the values of arguments, by the same names unless `names` has another: `--name=value`, so that a value that begins
 * with a dash is none.
 */
function options(given: ToolArguments, ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = given[name.replaceAll("-", "_")];
    if (value === true) return [`--${name}`];
    if (value === undefined || value === false) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.map((each) => `--${name}=${String(each)}`);
  });
}

/** Arguments behind the options: none of them can be one. */
function operands(...values: readonly unknown[]): readonly string[] {
  const given = values.flat().filter((value) => value !== undefined);
  if (given.length === 0) return [];
  return ["--", ...given.map(String)];
}

const folder = "paths are relative to the folder in which the server was started";

/** The tools that run a command, in the order in which they are offered. */
export const commandTools: readonly CommandTool[] = [
  {
    name: "validate",
    title: "Validate documents",
    description: `Checks JSON or NDJSON documents against the contract's generated validators, or against a JSON Schema. Answers one finding per line with its JSON Pointer and what to do; ${folder}.`,
    schema: object(
      {
        files: texts("files, folders or globs of documents"),
        as: text("treat every document as this event, schema or set of events"),
        schema: text("check against this JSON Schema file instead"),
        validators: text("folder with generated validators"),
        strict: flag("report unknown fields and duplicate keys, too"),
      },
      "files",
    ),
    writes: false,
    command: (given) => [
      "validate",
      ...options(given, "as", "schema", "validators", "strict"),
      ...operands(given.files),
    ],
  },
  {
    name: "diff",
    title: "Compare contracts",
    description:
      "Compares two versions of contracts by their meaning: what breaks programs written for the old one, with a document or request that shows it. Versions are files, folders, commits (git:main), or packages.",
    schema: object(
      {
        before: text("the old version, such as git:main or contracts-old; default: where the branch began"),
        after: text("the new version; default: the working tree"),
        as: one("whose programs must keep working", ["consumer", "provider", "both"]),
        compatible: flag("show compatible changes, too"),
      },
      "before",
    ),
    writes: false,
    command: (given) => [
      "diff",
      ...options(given, "as", "compatible"),
      ...operands(given.before, given.after),
    ],
  },
  {
    name: "lint",
    title: "Lint contracts",
    description:
      "Checks the style and the safety of OpenAPI, AsyncAPI and JSON Schema documents. Answers findings by rule, each with its place and remedy. Changes nothing.",
    schema: object({
      paths: texts("files or folders; default: the contracts of the configuration"),
      set: one("the severities to start from", ["minimal", "recommended", "thorough"]),
    }),
    writes: false,
    command: (given) => ["lint", ...options(given, "set"), ...operands(given.paths)],
  },
  {
    name: "explain",
    title: "Explain a conformance case",
    description:
      "Explains a case of the conformance suite by its id, such as 6.1/challenge-missing: what is sent, what is expected, why, and the usual cause of a failure.",
    schema: object({ id: text("the id of the case, as in a finding") }, "id"),
    writes: false,
    command: (given) => ["conform", ...options({ explain: given.id }, "explain")],
  },
  {
    name: "deliveries",
    title: "Read deliveries",
    description:
      "Reads what a delivery engine has sent: a list, the latest first, or with `id` one delivery with its attempts and answers. Changes nothing.",
    schema: object(
      {
        store: text("the engine's store: sqlite:FILE or postgres:URL"),
        id: text("a delivery; default: a list"),
        state: one("only deliveries in this state", [
          ...["pending", "sending", "delivered", "failed", "cancelled"],
        ]),
        application: text("only this application"),
        after: text("goes on where the page before ended"),
        limit: { type: "integer", description: "how many are listed", minimum: 1, maximum: 500 },
      },
      "store",
    ),
    writes: false,
    command: ({ id, ...given }) =>
      id === undefined
        ? ["deliveries", "list", ...options(given, "store", "state", "application", "after", "limit")]
        : ["deliveries", "show", ...options(given, "store"), ...operands(id)],
  },
  {
    name: "conform",
    title: "Run the conformance suite",
    description:
      "Sends valid and invalid deliveries to a running receiver and reports which rules it breaks, each with the likely cause; the last line is the verdict. The receiver stores the valid events, and its handlers may run. Needs the receiver's secrets in the environment or in `env_file`.",
    schema: object({
      url: text("the receiver's address; default: by HOST and PORT of env_file"),
      probe: text("URL of its probe, which shows what it stored"),
      env_file: text("the receiver's .env"),
      application: text("the application that events are for"),
      environment: text("its environment"),
      only: texts("globs of case ids, such as 6.3.3/*"),
    }),
    writes: true,
    command: (given) => [
      "conform",
      ...options(given, "probe", "env-file", "application", "environment", "only"),
      ...operands(given.url),
    ],
  },
  {
    name: "send",
    title: "Send an event",
    description:
      "Sends one signed example of an event to a receiver, and answers with its status. Needs the receiver's secrets in the environment or in `env_file`.",
    schema: object(
      {
        event: text("the event's name, or NAME/EXAMPLE"),
        to: text("the receiver's address; default: by HOST and PORT of env_file"),
        env_file: text("the receiver's .env"),
        set: texts("changes of the event: POINTER=VALUE"),
        resource: text("the resource that the event is about"),
        next: flag("send the version after the last accepted one"),
      },
      "event",
    ),
    writes: true,
    command: (given) => [
      "send",
      ...options(given, "to", "env-file", "set", "resource", "next"),
      ...operands(given.event),
    ],
  },
  {
    name: "sandbox_clock",
    title: "Move the sandbox's clock",
    description:
      "Moves, stops or resumes the clock of the sandbox that runs in this folder. Everything that becomes due on the way happens: renewals, retries, expiries.",
    schema: object(
      {
        action: one("what to do", ["advance", "at", "freeze", "resume"]),
        to: text("for advance a duration such as 45d, for at a time such as 2026-03-01T00:00:00Z"),
      },
      "action",
    ),
    writes: true,
    command: (given) => ["sandbox", ...operands(given.action, given.to).slice(1)],
  },
];
