import { createHash } from "node:crypto";
import { ConsoleRefusal } from "../console-refusal.js";

/** What became of a command. */
type CommandOutcome =
  | { readonly state: "running" }
  | { readonly state: "succeeded"; readonly result: object; readonly secretWithheld: boolean }
  | { readonly state: "refused"; readonly refusal: ConsoleRefusal }
  /** It was begun, and nobody can say how it ended. */
  | { readonly state: "uncertain" };

/** A command of somebody. */
interface SubmittedCommand {
  readonly person: string;
  /** Chosen by the page. */
  readonly id: string;
  /** The operation of the contract. */
  readonly operation: string;
  /** What is asked: path and body. */
  readonly content: string;
  /** Whether doing it again with the same id is known to be the same for the control. */
  readonly isRepeatable: boolean;
}

/** Commands by the id that the page gave them, so that none is done twice and an unknown result can be recovered (§5.6, §7.3). */
export interface Commands {
  /** Does a command, or gives the outcome of the one with this id. Throws `operation-conflict` if that was another one. */
  readonly run: (command: SubmittedCommand, work: () => Promise<object>) => Promise<object>;
  readonly findOutcome: (
    person: string,
    id: string,
  ) => { readonly operation: string; readonly outcome: CommandOutcome } | undefined;
}

interface Kept {
  readonly operation: string;
  readonly digest: string;
  outcome: CommandOutcome;
  done: Promise<object>;
}

/** Each with an answer of some kilobytes. */
const mostCommands = 500;

/** No commands. They are kept in memory, without secrets. */
export function createCommands(): Commands {
  const kept = new Map<string, Kept>();
  const commandKey = (person: string, id: string): string => `${person}\n${id}`;
  const begin = (command: SubmittedCommand, work: () => Promise<object>): Promise<object> => {
    const name = commandKey(command.person, command.id);
    for (const old of kept.keys()) if (kept.size >= mostCommands) kept.delete(old);
    const one: Kept = {
      operation: command.operation,
      digest: contentDigest(command),
      outcome: { state: "running" },
      done: work(),
    };
    kept.set(name, one);
    one.done.then(
      (result) => {
        const { shown, isChanged } = withoutSecrets(result);
        one.outcome = { state: "succeeded", result: shown, secretWithheld: isChanged };
        one.done = Promise.resolve(shown);
      },
      (error: unknown) => {
        const isKnown = error instanceof ConsoleRefusal && error.code !== "dependency-failed";
        one.outcome = isKnown ? { state: "refused", refusal: error } : { state: "uncertain" };
        // Only the outcome is needed from now on.
        one.done.catch(() => {});
      },
    );
    return one.done;
  };
  return {
    async run(command, work) {
      const known = kept.get(commandKey(command.person, command.id));
      if (known === undefined) return begin(command, work);
      if (known.digest !== contentDigest(command)) throw otherContent();
      switch (known.outcome.state) {
        case "running":
          await known.done;
          return await again(known);
        case "uncertain":
          if (command.isRepeatable) return begin(command, work);
          throw uncertain();
        default:
          return await again(known);
      }
    },
    findOutcome(person, id) {
      const found = kept.get(commandKey(person, id));
      return found && { operation: found.operation, outcome: found.outcome };
    },
  };
}

async function again({ outcome, done }: Kept): Promise<object> {
  if (outcome.state === "refused") throw outcome.refusal;
  if (outcome.state === "succeeded" && outcome.secretWithheld)
    throw new ConsoleRefusal(
      { status: 409, code: "secret-withheld" },
      "This was done before, with a secret.",
      {
        remedy: "A secret isn't given twice. Make a new version of it, with a new confirmation.",
        clause: "§6.9",
      },
    );
  return done;
}

function contentDigest({ operation, content }: SubmittedCommand): string {
  return createHash("sha256").update(`${operation}\n${content}`).digest("base64url");
}

const otherContent = (): ConsoleRefusal =>
  new ConsoleRefusal(
    { status: 409, code: "operation-conflict" },
    "This Operation-Id belongs to another request.",
    {
      remedy: "Recover the original request unchanged, or make a new one.",
      clause: "§5.6",
    },
  );

const uncertain = (): ConsoleRefusal =>
  new ConsoleRefusal({ status: 409, code: "outcome-unknown" }, "Nobody can say how the request ended.", {
    remedy: "Look at the present state before you make another.",
    clause: "§5.6",
    outcomeUnknown: true,
  });

/** Members that hold a secret, in any answer of the contract. */
const secretMembers: ReadonlySet<string> = new Set(["client_secret", "secret"]);

/** A copy of an answer whose secrets are `null`, and whether it had one. */
function withoutSecrets(answer: object): { readonly shown: object; readonly isChanged: boolean } {
  let isChanged = false;
  const shown = JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (!secretMembers.has(name) || typeof value !== "string") return value;
    isChanged = true;
    return null;
  }) as object;
  return { shown, isChanged };
}
