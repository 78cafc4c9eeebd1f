import { dispatchDefaults } from "../dispatch/options.js";
import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";
import type { Inbox } from "../ports/inbox.js";
import type { Logger } from "../ports/logger.js";
import type { NonceStore } from "../ports/nonce-store.js";
import type { NonceOrder, ReceiverOptions } from "./options.js";

/** The options of a receiver contradict each other, lack a credential or a handler, or are unknown. */
export class ReceiverMisconfigured extends OipkitError {
  readonly code = "receiver-misconfigured";
}

const known: Readonly<Record<keyof ReceiverOptions<unknown>, true>> = {
  protocol: true,
  events: true,
  validate: true,
  application: true,
  secrets: true,
  verificationToken: true,
  encryptKey: true,
  inbox: true,
  nonces: true,
  reserveNonce: true,
  handlers: true,
  fallback: true,
  onTest: true,
  onCallback: true,
  reconcile: true,
  dispatch: true,
  logger: true,
  onOutcome: true,
  onAttempt: true,
  onFault: true,
  now: true,
  random: true,
  maxBodyBytes: true,
};

const nonceOrders: ReadonlySet<NonceOrder> = new Set(["before-signature", "after-signature"]);

const applicationParts = { id: true, organization: true, environment: true, product: true };

/** Throws `ReceiverMisconfigured` if a receiver would start and then refuse or, worse, accept everything. */
export function assertReceiverOptions<Event, Callback, Transaction>(
  options: ReceiverOptions<Event, Callback, Transaction>,
): void {
  refuseUnknown(options, known, "");
  refuseUnknown(options.application, applicationParts, "application.");
  refuseUnknown(options.dispatch ?? {}, dispatchDefaults, "dispatch.");
  assertCredentials(options);
  assertApplication(options);
  assertStores(options);
  const { reserveNonce } = options;
  if (reserveNonce !== undefined && !nonceOrders.has(reserveNonce)) {
    throw new ReceiverMisconfigured("`reserveNonce` must be `before-signature` or `after-signature`");
  }
  assertHandlers(options);
  assertLogger(options.logger);
  for (const [name, value] of Object.entries(options.dispatch ?? {})) {
    if (name === "mode" ? value !== "background" && value !== "manual" : !isPositive(value)) {
      const wanted = name === "mode" ? "`background` or `manual`" : "a number greater than 0";
      if (value !== undefined) throw new ReceiverMisconfigured(`\`dispatch.${name}\` must be ${wanted}`);
    }
  }
}

/** Whether there is a secret to verify with; with an empty one anybody could sign. */
export function isUsable(secrets: readonly string[]): boolean {
  return Array.isArray(secrets) && secrets.length > 0 && secrets.every((secret) => isText(secret));
}

function refuseUnknown(given: object, options: object, prefix: string): void {
  const problem = unknownOption(given, Object.keys(options), prefix);
  if (problem !== undefined) throw new ReceiverMisconfigured(problem);
}

type AnyOptions = ReceiverOptions<never, never, never>;

function assertCredentials(
  options: Pick<AnyOptions, "secrets" | "verificationToken" | "encryptKey" | "protocol">,
) {
  const { secrets, verificationToken, encryptKey, protocol } = options;
  if (typeof secrets !== "function" && !isUsable(secrets)) {
    throw new ReceiverMisconfigured("`secrets` needs at least one secret, and none may be empty");
  }
  if (!isText(verificationToken)) throw new ReceiverMisconfigured("`verificationToken` is empty");
  if (encryptKey !== undefined && !isText(encryptKey))
    throw new ReceiverMisconfigured("`encryptKey` is empty; omit it to turn encryption off");
  if (encryptKey !== undefined && protocol.encryption === undefined) {
    throw new ReceiverMisconfigured("`encryptKey` is given, but the protocol has no encryption");
  }
}

function assertApplication({ application }: Pick<AnyOptions, "application">): void {
  for (const part of ["id", "environment"] as const) {
    if (!isText(application[part])) throw new ReceiverMisconfigured(`\`application.${part}\` is empty`);
  }
}

function assertStores({
  inbox,
  nonces,
}: {
  inbox: Pick<Inbox, "record" | "claim">;
  nonces: NonceStore;
}): void {
  if (typeof inbox?.record !== "function" || typeof inbox.claim !== "function") {
    throw new ReceiverMisconfigured("`inbox` isn't an inbox; use for example `createMemoryInbox()`");
  }
  if (typeof nonces?.reserve !== "function") {
    throw new ReceiverMisconfigured("`nonces` isn't a nonce store; use for example `createMemoryNonces()`");
  }
}

function assertHandlers(options: Pick<AnyOptions, "events" | "handlers" | "fallback">): void {
  const { events, handlers = {}, fallback } = options;
  const keys = new Set(events.map(({ key }) => key));
  const unknown = Object.keys(handlers).filter((key) => !keys.has(key));
  if (unknown.length > 0) {
    throw new ReceiverMisconfigured(
      `\`handlers\` has names that aren't events of the contract: ${unknown.join(", ")}`,
    );
  }
  const missing = [...keys].filter((key) => typeof handlers[key] !== "function");
  if (missing.length > 0 && typeof fallback !== "function") {
    throw new ReceiverMisconfigured(
      `there is no handler for ${missing.join(", ")}; add them to \`handlers\`, or set a \`fallback\``,
    );
  }
}

function assertLogger(logger: AnyOptions["logger"]): void {
  if (logger === undefined || logger === false) return;
  if (["info", "warn", "error"].some((name) => typeof logger?.[name as keyof Logger] !== "function")) {
    throw new ReceiverMisconfigured(
      "`logger` needs `info`, `warn` and `error`, as `pino` has them; `false` turns logging off",
    );
  }
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}
