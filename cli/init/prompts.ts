import { isCancel, select } from "@clack/prompts";
import type { Prompt } from "../terminal.js";
import { UsageError } from "../usage.js";
import { type Choices, defaultChoices, frameworks, identities, stores } from "./choices.js";

const questions = {
  framework: { message: "Which framework serves the receiver?", names: frameworks },
  store: { message: "Where are events kept?", names: stores },
  identity: { message: "Whom does the client act for?", names: identities },
} as const;

/** Asks for every choice, the default marked. Throws `UsageError` on Ctrl-C. */
export async function askFor(prompt: Prompt): Promise<Choices> {
  return {
    framework: await ask("framework", prompt),
    store: await ask("store", prompt),
    identity: await ask("identity", prompt),
  };
}

async function ask<Name extends keyof Choices>(
  name: Name,
  { input, output }: Prompt,
): Promise<Choices[Name]> {
  const { message, names } = questions[name];
  const options = Object.entries(names).map(([value, hint]) => ({ value, hint }));
  const answer = await select<string>({
    message,
    options,
    initialValue: defaultChoices[name],
    input,
    output,
  });
  if (isCancel(answer)) throw new UsageError("stopped; nothing was written");
  return answer as Choices[Name];
}
