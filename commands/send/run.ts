import { randomBytes } from "node:crypto";
import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import { type Credentials, type Protocol, signsAddress } from "@oipkit/runtime/webhook";
import { printable, printableLines } from "../../reader/text/printable.js";
import { applicationBinding } from "../conform/command/binding.js";
import { type FoundSuite, findSuite } from "../conform/command/suite-file.js";
import { AnswerTooLarge, SubjectUnreachable } from "../conform/errors.js";
import { createHttpSend } from "../conform/exchange/http-send.js";
import { findHeader, type Incoming, isTooLarge, NoAnswer, type Send } from "../conform/exchange/send.js";
import { type CaseIdentities, newCaseIdentities } from "../conform/request/case-identities.js";
import { deliveredEvent, deliveryRequest } from "../conform/request/delivery-request.js";
import { exampleBindings } from "../conform/request/fresh-event.js";
import { type Outgoing, type Sender, withQuery } from "../conform/request/outgoing.js";
import { credentialMasker } from "../conform/run/mask.js";
import type { Delivery } from "../conform/suite/delivery.js";
import { credentialVariables } from "../options/credentials.js";
import { readCredentials } from "../options/credentials-file.js";
import { UsageError } from "../options/option.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import type { LoadableEvents } from "../validate/catalog.js";
import { caseList, chooseDelivery, type DeliveryChoice, eventList, findSubject } from "./choose.js";
import type { SendPlan, SendSettings } from "./options.js";
import { placed, rememberVersion, sentVersions } from "./sent-versions.js";

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
  const sender = createSender(found, settings, { terminal, dependencies });
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
  for (let attempt = 1; attempt <= settings.repeat; attempt++) {
    const request = deliveryRequest(sender, identities, choice.delivery);
    const place =
      choice.testCase === undefined ? resourceVersion(sender, identities, choice.delivery) : undefined;
    if (attempt === 1) {
      const about = place === undefined ? "" : ` of ${place.resource}, version ${place.version}`;
      terminal.out(
        `${printable(`${choice.name} as ${findEventId(request, { sender, identities, choice })}${about}`)}\n`,
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
  if (fine) return 0;
  return 1;
}

/** The id of the event, or of the first of several. */
function findEventId(
  { headers }: Outgoing,
  { sender, identities, choice }: Pick<Prepared, "sender" | "identities" | "choice">,
): string {
  const { headers: names, event } = sender.suite.protocol;
  const own = event.id && valueAtPointer(deliveredEvent(sender, identities, choice.delivery), event.id);
  const inHeader = findHeader(headers, names.eventId ?? "");
  return inHeader ?? (own ? String(own) : findHeader(headers, names.deliveryId ?? "")) ?? "(no event id)";
}

/** The resource and version of the event that is sent; `undefined` if it has none. */
function resourceVersion(
  sender: Sender,
  identities: CaseIdentities,
  delivery: Delivery,
): { readonly resource: string; readonly version: number } | undefined {
  const { ordering } = sender.suite.protocol.event;
  if (ordering === undefined) return undefined;
  const event = deliveredEvent(sender, identities, delivery);
  const resource = valueAtPointer(event, ordering.resource);
  const version = valueAtPointer(event, ordering.version);
  if (typeof resource === "string" && typeof version === "number") return { resource, version };
  return undefined;
}

interface SendContext {
  readonly terminal: Terminal;
  readonly dependencies: SendDependencies;
}

function createSender(
  { suite }: FoundSuite,
  plan: SendPlan,
  { terminal, dependencies }: SendContext,
): Sender {
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
    application: applicationBinding(suite, plan.binding),
    url: plan.publicUrl ?? plan.to ?? "",
    now: dependencies.now ?? Date.now,
    random: dependencies.random ?? randomBytes,
  };
}

/** Throws `UsageError` if the sender lacks something that a conformance case needs. */
function refuseUnmet({ testCase }: DeliveryChoice, { credentials, application }: Sender): void {
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
  readonly choice: DeliveryChoice;
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
    if (isTooLarge(cause.kind)) throw new AnswerTooLarge(to, maxAnswerBytes, { cause });
    if (cause.kind !== "timeout") throw new SubjectUnreachable(to, { cause });
    throw new UsageError(`${to} didn't answer within ${timeoutMs} ms; raise the limit with --timeout`, {
      cause,
    });
  }
}

/** A request in the form of HTTP/1.1, with secrets masked. */
function requestText(
  { method, query, headers, body }: Outgoing,
  { credentials }: Sender,
  to: string | undefined,
): string {
  const masked = credentialMasker(credentials);
  const lines = headers.map(([name, value]) => printable(`${name}: ${masked(value)}`));
  const text = printableLines(masked(Buffer.from(body).toString("utf8")));
  return `${printable(`${method} ${masked(withQuery(to ?? "(no --to)", query))}`)}\n${lines.join("\n")}\n\n${text}\n`;
}

const maxShown = 500;

/** Status, elapsed time and body of an answer, on one line. */
function answerText({ status, body, elapsedMs }: Incoming, credentials: Credentials): string {
  const text = printable(credentialMasker(credentials)(Buffer.from(body).toString("utf8")));
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  return `${status} in ${Math.round(elapsedMs)} ms${shown === "" ? "" : `: ${shown}`}`;
}

/** The probable reason why a valid delivery isn't accepted, by status; ends with a line feed. */
function likelyCause(status: number, { suite, credentials }: Sender): string {
  const { responses, signature, timestamp } = suite.protocol;
  const other =
    credentials.encryptKey === undefined ? "expects an encrypted body (--encrypted)" : "expects plaintext";
  const { secret, verificationToken } = credentialVariables;
  const keys = suite.protocol.token === undefined ? secret : `${secret} or ${verificationToken}`;
  const clock =
    timestamp === undefined ? "" : ` its clock is off by more than ${timestamp.toleranceSeconds} s,`;
  const address = signsAddress(signature) ? " it is configured with another address (--public-url)," : "";
  const causes: Readonly<Record<number, string>> = {
    [responses.unauthenticated]: `the receiver uses a different ${keys},${clock}${address} or it verifies the signature on a parsed body instead of the raw bytes`,
    [responses.unprocessable]: `the receiver is configured for a different --application, --environment, --organization or --product, ${other}, or validates against a different contract`,
    [responses.unavailable]: "the receiver can't reach its inbox or its nonce store",
    404: "the receiver doesn't listen on the path in --to",
    405: "the path in --to doesn't accept POST",
  };
  const cause = causes[status];
  if (cause === undefined) return "";
  return `probably ${cause}\n`;
}

/** Contract violations of the events in a plaintext body, one sentence each. */
async function contractProblems(
  eventSet: LoadableEvents,
  protocol: Protocol,
  body: Uint8Array,
): Promise<readonly string[]> {
  const { validateEvent, validateCallback } = await eventSet.load();
  const options = { all: true, strict: false };
  return eventsIn(protocol, JSON.parse(Buffer.from(body).toString("utf8"))).flatMap((event) => {
    const callback = validateCallback?.(event, options) ?? { kind: "unknown" };
    const result = callback.kind === "unknown" ? validateEvent(event, options) : callback;
    if (result.kind === "unknown") return ["the contract has no event of this type"];
    if (result.kind === "valid") return [];
    return result.errors.map(
      ({ message, clause }) => `${message}${clause === undefined ? "" : ` (${clause})`}`,
    );
  });
}

function eventsIn({ event: { batch }, token }: Protocol, content: unknown): readonly unknown[] {
  if (batch !== undefined) {
    const events = valueAtPointer(content, batch);
    if (Array.isArray(events)) return events;
    return [];
  }
  const { [token?.property ?? ""]: _, ...event } = content as Record<string, unknown>;
  return [event];
}
