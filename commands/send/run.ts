import { randomBytes } from "node:crypto";
import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { printable } from "../../reader/text/printable.js";
import { bindingOf } from "../conform/command/binding.js";
import { type FoundSuite, findSuite } from "../conform/command/suite-file.js";
import { AnswerTooLarge, SubjectUnreachable } from "../conform/errors.js";
import { createHttpSend } from "../conform/exchange/http-send.js";
import { headerOf, type Incoming, NoAnswer, type Send } from "../conform/exchange/send.js";
import { type CaseIdentities, newCaseIdentities } from "../conform/request/case-identities.js";
import { deliveredEvent, deliveryRequest } from "../conform/request/delivery-request.js";
import { exampleBindings } from "../conform/request/fresh-event.js";
import type { Outgoing } from "../conform/request/outgoing.js";
import { withQuery } from "../conform/request/query.js";
import type { Sender } from "../conform/request/sender.js";
import type { Delivery } from "../conform/suite/delivery.js";
import { credentialVariables } from "../options/credentials.js";
import { readCredentials } from "../options/credentials-file.js";
import { UsageError } from "../options/usage.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { type Choice, chooseDelivery, findSubject } from "./choose.js";
import { contractProblems } from "./contract-problems.js";
import { placed } from "./fit-version.js";
import { caseList, eventList } from "./list.js";
import { rememberVersion, sentVersions } from "./sent-versions.js";
import type { SendPlan, SendSettings } from "./settings.js";
import { answerText, likelyCause, requestText } from "./texts.js";

/** Dependencies that tests may replace. */
export interface SendDependencies {
  readonly send?: Send;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: (size: number) => Uint8Array;
}

/** Sends, prints or lists. Throws `UsageError`, `SubjectUnreachable` and `AnswerTooLarge`. */
export async function send(
  settings: SendSettings,
  terminal: Terminal,
  dependencies: SendDependencies = {},
): Promise<ExitCode> {
  const found = await findSuite(terminal.cwd, settings.suite);
  const { suite } = found;
  if (settings.kind === "list") {
    const { event } = settings;
    terminal.out(event === undefined ? eventList(suite) : caseList(suite, findSubject(suite, event).subject));
    return 0;
  }
  const chosen = chooseDelivery(suite, settings);
  const sender = senderOf(found, settings, { terminal, dependencies });
  refuseUnmet(chosen, sender);
  const sentTo = { cwd: terminal.cwd, to: settings.to ?? "", application: sender.application.id };
  const { choice, family, resource } = placed(suite, settings, {
    choice: chosen,
    sent: settings.next ? await sentVersions(sentTo) : [],
  });
  const fresh = newCaseIdentities(suite.protocol, sender.random);
  const identities = resource === undefined ? fresh : { ...fresh, resource: () => resource };
  const isBroken = await warn({ found, choice, sender, identities }, terminal);
  if (settings.kind === "print") {
    terminal.out(requestText(deliveryRequest(sender, identities, choice.delivery), sender, settings.to));
    return 0;
  }
  const http = createHttpSend(terminal.now);
  const { to, timeoutMs, maxAnswerBytes } = settings;
  const target = { to, timeoutMs, maxAnswerBytes, send: dependencies.send ?? http.send };
  let fine = true;
  for (let attempt = 1; attempt <= settings.repeat && !terminal.signal.aborted; attempt++) {
    const request = deliveryRequest(sender, identities, choice.delivery);
    const place = choice.testCase === undefined ? placeOf(sender, identities, choice.delivery) : undefined;
    if (attempt === 1) {
      const about = place === undefined ? "" : ` of ${place.resource}, version ${place.version}`;
      terminal.out(
        `${printable(`${choice.name} as ${eventIdOf(request, { sender, identities, choice })}${about}`)}\n`,
      );
    }
    const answer = await post(target, request);
    const number = settings.repeat === 1 ? "" : `attempt ${attempt}: `;
    terminal.out(`${number}${answerText(answer, sender.credentials)}\n`);
    const accepted = answer.status >= 200 && answer.status < 300;
    const isValid = choice.testCase === undefined && !isBroken;
    if (!accepted && fine && isValid) terminal.err(likelyCause(answer.status, sender));
    fine &&= accepted;
    if (accepted && place !== undefined && family !== undefined)
      await rememberVersion(sentTo, { family, ...place });
  }
  return fine ? 0 : 1;
}

/** The id of the event, or of the first of several. */
function eventIdOf(
  { headers }: Outgoing,
  { sender, identities, choice }: Pick<Prepared, "sender" | "identities" | "choice">,
): string {
  const { headers: names, event } = sender.suite.protocol;
  const own = event.id && valueAtPointer(deliveredEvent(sender, identities, choice.delivery), event.id);
  const inHeader = headerOf(headers, names.eventId ?? "");
  return inHeader ?? (own ? String(own) : headerOf(headers, names.deliveryId ?? "")) ?? "(no event id)";
}

/** The resource and version of the event that is sent; `undefined` if it has none. */
function placeOf(
  sender: Sender,
  identities: CaseIdentities,
  delivery: Delivery,
): { readonly resource: string; readonly version: number } | undefined {
  const { ordering } = sender.suite.protocol.event;
  if (ordering === undefined) return undefined;
  const event = deliveredEvent(sender, identities, delivery);
  const resource = valueAtPointer(event, ordering.resource);
  const version = valueAtPointer(event, ordering.version);
  return typeof resource === "string" && typeof version === "number" ? { resource, version } : undefined;
}

interface SendContext {
  readonly terminal: Terminal;
  readonly dependencies: SendDependencies;
}

function senderOf({ suite }: FoundSuite, plan: SendPlan, { terminal, dependencies }: SendContext): Sender {
  const { encryptKey, ...credentials } = readCredentials(terminal.env, {
    empty: "unset",
    hasToken: suite.protocol.token !== undefined,
  });
  if (plan.encrypted && encryptKey === undefined)
    throw new UsageError(`--encrypted needs ${credentialVariables.encryptKey} in the environment`);
  if (plan.encrypted && suite.protocol.encryption === undefined)
    throw new UsageError("--encrypted: the protocol has no encryption");
  if (!plan.encrypted && encryptKey !== undefined)
    terminal.err(`${credentialVariables.encryptKey} is set, but --encrypted is missing: sending plaintext\n`);
  return {
    suite,
    bindings: exampleBindings(suite),
    credentials: plan.encrypted ? { ...credentials, encryptKey } : credentials,
    application: bindingOf(suite, plan.binding),
    url: plan.publicUrl ?? plan.to ?? "",
    now: dependencies.now ?? Date.now,
    random: dependencies.random ?? randomBytes,
  };
}

/** Throws `UsageError` if the sender lacks something that a conformance case needs. */
function refuseUnmet({ testCase }: Choice, { credentials, application }: Sender): void {
  for (const need of testCase?.needs ?? []) {
    if (need === "encryption" && credentials.encryptKey === undefined)
      throw new UsageError(`${testCase?.id} needs --encrypted`);
    if (need === "plaintext" && credentials.encryptKey !== undefined)
      throw new UsageError(`${testCase?.id} needs plaintext; remove --encrypted`);
    if (need === "previous-secret" && credentials.secrets.length < 2)
      throw new UsageError(`${testCase?.id} needs ${credentialVariables.previousSecret} in the environment`);
    if ((need === "organization" || need === "product") && application[need] === undefined)
      throw new UsageError(`${testCase?.id} needs --${need} with the receiver's value`);
  }
}

interface Prepared {
  readonly found: FoundSuite;
  readonly choice: Choice;
  readonly sender: Sender;
  readonly identities: CaseIdentities;
}

/**
 * Warns if the event violates the contract, since a mistake in `--set` is easily taken for one of the receiver; returns
 * whether it does.
 */
async function warn({ found, choice, sender, identities }: Prepared, terminal: Terminal): Promise<boolean> {
  if (choice.testCase !== undefined || found.eventSet === undefined) return false;
  const { encryptKey: _, ...plain } = sender.credentials;
  const { body } = deliveryRequest({ ...sender, credentials: plain }, identities, choice.delivery);
  const problems = await contractProblems(found.eventSet, sender.suite.protocol, body);
  for (const problem of problems) terminal.err(`${printable(`violates the contract: ${problem}`)}\n`);
  return problems.length > 0;
}

interface Post {
  readonly to: string;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly send: Send;
}

async function post({ to, timeoutMs, maxAnswerBytes, send }: Post, request: Outgoing): Promise<Incoming> {
  try {
    const { query, ...rest } = request;
    const target = withQuery(to, query);
    return await send({ ...rest, url: target, timeoutMs, maxAnswerBytes, newConnection: true });
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    if (cause.kind === "too-large") throw new AnswerTooLarge(to, maxAnswerBytes, { cause });
    if (cause.kind !== "timeout") throw new SubjectUnreachable(to, { cause });
    throw new UsageError(`${to} didn't answer within ${timeoutMs} ms; raise the limit with --timeout`, {
      cause,
    });
  }
}
