import { isCancel, select } from "@clack/prompts";
import { UsageError } from "../../options/option.js";
import type { Prompt } from "../../terminal/terminal.js";
import { defaultChoices, frameworks, identities, type ProjectChoices, stores } from "../options.js";

const questions = {
  framework: { message: "Which framework serves the receiver?", names: frameworks },
  store: { message: "Where are events kept?", names: stores },
  identity: { message: "Whom does the client act for?", names: identities },
} as const;

/** What the SDK offers a choice of. */
export interface Offers {
  /** Whether there is a client that needs an identity. */
  readonly client: boolean;
  /** Whether there are nonces to keep. */
  readonly nonces: boolean;
}

/** Asks for every choice that there is, the default marked. Throws `UsageError` on Ctrl-C. */
export async function askFor(prompt: Prompt, { client, nonces }: Offers): Promise<ProjectChoices> {
  return {
    framework: await ask("framework", prompt),
    store: await ask("store", prompt, nonces ? [] : ["postgres-redis"]),
    identity: client ? await ask("identity", prompt) : "none",
  };
}

async function ask<Name extends keyof ProjectChoices>(
  name: Name,
  { input, output }: Prompt,
  without: readonly string[] = [],
): Promise<ProjectChoices[Name]> {
  const { message, names } = questions[name];
  const options = Object.entries(names)
    .filter(([value]) => !without.includes(value))
    .map(([value, hint]) => ({ value, hint }));
  const answer = await select<string>({
    message,
    options,
    initialValue: defaultChoices[name],
    input,
    output,
  });
  if (isCancel(answer)) throw new UsageError("stopped; nothing was written");
  return answer as ProjectChoices[Name];
}
