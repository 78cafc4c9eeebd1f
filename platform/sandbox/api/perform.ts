import type { SandboxApi } from "../generated/schemas.js";
import { Refusal } from "../platform/draft.js";
import type { World } from "../world/world.js";
import type { ActionAnswer, ApiAction, CommandInput } from "./action.js";
import type { ApiCommerce } from "./commerce-port.js";
import type { CheckContext } from "./context.js";
import { once } from "./idempotency.js";
import type { CommandRun } from "./log/log-entry.js";

/** What performing an action needs. */
interface Performing {
  readonly world: Pick<World, "run">;
  readonly commerce: ApiCommerce;
  readonly choices: SandboxApi;
}

/** How an action ended. */
interface Performed {
  readonly answer:
    | { readonly kind: "done"; readonly answer: ActionAnswer }
    | { readonly kind: "refused"; readonly status: number; readonly code: string; readonly message: string };
  readonly command: CommandRun | undefined;
}

/** Does what a request asks for, after its checks. A command with a key is done once, and its answer kept in the same transaction. */
export async function perform(
  { work, id: operation }: ApiAction,
  context: CheckContext,
  { world, commerce, choices }: Performing,
): Promise<Performed> {
  if (work.kind === "read")
    return { answer: { kind: "done", answer: work.read(context, commerce) }, command: undefined };
  const { id, fingerprint } = context.idempotency;
  const application = context.application?.id ?? "";
  const input = commandInput(context, { commerce, application });
  const command = (draft: Parameters<typeof work.run>[0]) => work.run(draft, input);
  try {
    if (id === undefined || fingerprint === undefined)
      return done(await world.run(command, undefined), false);
    const forgetAt = context.now + choices.idempotency_seconds * 1000;
    const outcome = await world.run(once, { id, fingerprint, application, operation, forgetAt, command });
    if (outcome.kind === "answer") return done(outcome.answer, outcome.replay);
    const { status, message } = choices.denials["idempotency-key-reused"];
    const reason = `The key was used for another request (${outcome.operation}) at the same time.`;
    return refused({ status, code: "idempotency-key-reused", message }, { reason, clause: "§4" });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, code, message, clause = null } = error;
    // Its message may repeat a part of the body, so only the caller gets it.
    const reason = `The command refused this (${kind}).`;
    return refused({ status: choices.refusals[kind], code, message }, { reason, clause });
  }
}

function commandInput(
  { organization, target, content }: CheckContext,
  { commerce, application }: Pick<CommandInput, "commerce" | "application">,
): CommandInput {
  return {
    commerce,
    application,
    organization: organization?.id ?? "",
    subscription: target.subscription?.id,
    body: content.body.kind === "json" ? content.body.value : undefined,
  };
}

function done(answer: ActionAnswer, replay: boolean): Performed {
  return { answer: { kind: "done", answer }, command: { replay } };
}

function refused(
  answer: { readonly status: number; readonly code: string; readonly message: string },
  { reason, clause }: { readonly reason: string; readonly clause: string | null },
): Performed {
  return {
    answer: { kind: "refused", ...answer },
    command: { replay: false, refusal: { code: answer.code, reason, clause } },
  };
}
