import { dispatchDefaults } from "../dispatch/options.js";
import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";
import type { Logger } from "../ports/logger.js";
import type { Inbox } from "../ports/stores.js";
import type { NonceOrder, ReceiverOptions } from "./options.js";
import type { VerificationKey } from "./wire/compiled-signature.js";
import { publicKeyList, readPublicKey } from "./wire/key-pair.js";
import { signsAddress } from "./wire/message-base.js";
import { secretBytes } from "./wire/secret-bytes.js";
import { hasKeyPair } from "./wire/signature-scheme.js";
import { structuredFields } from "./wire/structured-fields.js";

/** The options of a receiver contradict each other, lack a credential or a handler, or are unknown. */
export class ReceiverMisconfigured extends OipkitError {
  readonly code = "receiver-misconfigured";
}

const known: Readonly<Record<keyof ReceiverOptions<unknown>, true>> = {
  protocol: true,
  events: true,
  validate: true,
  validateCallback: true,
  application: true,
  secrets: true,
  publicKeys: true,
  verificationToken: true,
  encryptKey: true,
  inbox: true,
  nonces: true,
  reserveNonce: true,
  url: true,
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
  maxBatchEvents: true,
};

const nonceOrders: ReadonlySet<NonceOrder> = new Set(["before-signature", "after-signature"]);

const applicationParts = { id: true, organization: true, environment: true, product: true };

/** Throws `ReceiverMisconfigured` if a receiver would start and then refuse or, worse, accept everything. */
export function assertReceiverOptions<Event, Callback, Transaction>(
  options: ReceiverOptions<Event, Callback, Transaction>,
): void {
  refuseUnknown(options, known, "");
  refuseUnknown(options.application ?? {}, applicationParts, "application.");
  refuseUnknown(options.dispatch ?? {}, dispatchDefaults, "dispatch.");
  assertCredentials(options);
  assertApplication(options);
  assertStores(options);
  const { reserveNonce } = options;
  if (reserveNonce !== undefined && !nonceOrders.has(reserveNonce)) {
    throw new ReceiverMisconfigured("`reserveNonce` must be `before-signature` or `after-signature`");
  }
  assertBatches(options);
  assertHandlers(options);
  assertLogger(options.logger);
  for (const [name, value] of Object.entries(options.dispatch ?? {})) {
    if (name === "mode" ? value !== "background" && value !== "manual" : !isPositive(value)) {
      const wanted = name === "mode" ? "`background` or `manual`" : "a number greater than 0";
      if (value !== undefined) throw new ReceiverMisconfigured(`\`dispatch.${name}\` must be ${wanted}`);
    }
  }
}

/** Whether there is a key to verify with; with an empty secret anybody could sign. */
export function isUsable(keys: readonly unknown[]): boolean {
  return Array.isArray(keys) && keys.length > 0 && keys.every((key) => isText(key) || isKey(key));
}

function isKey(key: unknown): boolean {
  return typeof key === "object" && key !== null;
}

function refuseUnknown(given: object, options: object, prefix: string): void {
  const problem = unknownOption(given, Object.keys(options), prefix);
  if (problem !== undefined) throw new ReceiverMisconfigured(problem);
}

type AnyOptions = Omit<
  ReceiverOptions<never, never, never>,
  "inbox" | "validate" | "validateCallback" | "handlers" | "fallback" | "onTest" | "onCallback" | "reconcile"
> & {
  readonly inbox: Pick<Inbox, "record" | "recordAll" | "claim">;
  readonly handlers?: Readonly<Record<string, unknown>> | undefined;
  readonly fallback?: unknown;
};

function assertCredentials(options: AnyOptions) {
  const { verificationToken, encryptKey, protocol } = options;
  assertKeys(options);
  if (protocol.signature.form === "http-message-signatures") assertStructuredFields();
  if (protocol.token === undefined) {
    refuseGiven(options, "verificationToken", "has no token");
  } else if (!isText(verificationToken)) {
    throw new ReceiverMisconfigured("`verificationToken` is empty");
  }
  if (encryptKey !== undefined && typeof encryptKey !== "function" && !isText(encryptKey))
    throw new ReceiverMisconfigured("`encryptKey` is empty; omit it to turn encryption off");
  if (protocol.encryption === undefined) refuseGiven(options, "encryptKey", "has no encryption");
  if (signsAddress(protocol.signature)) {
    if (!URL.canParse(options.url ?? "") || options.url?.includes("?")) {
      throw new ReceiverMisconfigured(
        "`url` must be the address that the platform posts to, without a query: the signature covers it",
      );
    }
  } else refuseGiven(options, "url", "doesn't sign the address");
}

function assertStructuredFields(): void {
  try {
    structuredFields();
  } catch (cause) {
    throw new ReceiverMisconfigured((cause as Error).message, { cause });
  }
}

/** The keys are of the kind that the algorithm needs, and in the protocol's form. */
function assertKeys(options: AnyOptions): void {
  const { secrets, publicKeys, protocol } = options;
  const scheme = protocol.signature;
  if (hasKeyPair(scheme.algorithm)) {
    refuseGiven(options, "secrets", `verifies ${scheme.algorithm} with \`publicKeys\``);
    if (typeof publicKeys === "function") return;
    const keys = publicKeys === undefined ? [] : publicKeyList(scheme, publicKeys);
    if (!isUsable(keys)) throw new ReceiverMisconfigured("`publicKeys` needs at least one key");
    inForm("publicKeys", () => keys.map((key) => readPublicKey(scheme, key)));
    return;
  }
  refuseGiven(options, "publicKeys", `verifies ${scheme.algorithm} with \`secrets\``);
  if (typeof secrets === "function") return;
  if (!isUsable(secrets ?? []) || !secrets?.every(isText)) {
    throw new ReceiverMisconfigured("`secrets` needs at least one secret, and none may be empty");
  }
  inForm("secrets", () => secrets.map((secret) => secretBytes(scheme, secret)));
}

function inForm(name: string, read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    throw new ReceiverMisconfigured(`\`${name}\`: ${why}`, { cause });
  }
}

function refuseGiven(options: AnyOptions, name: keyof AnyOptions, why: string): void {
  if (options[name] !== undefined) {
    throw new ReceiverMisconfigured(`\`${name}\` is given, but the protocol ${why}`);
  }
}

function assertApplication({ application, protocol }: Pick<AnyOptions, "application" | "protocol">): void {
  const { binding } = protocol.event;
  if (application === undefined) {
    if (binding === undefined) return;
    throw new ReceiverMisconfigured("`application` is missing, and the protocol binds events to one");
  }
  for (const part of ["id", "environment"] as const) {
    const isNeeded = part === "id" || (binding?.environment.length ?? 0) > 0;
    if (application[part] === undefined ? isNeeded : !isText(application[part])) {
      throw new ReceiverMisconfigured(`\`application.${part}\` is empty`);
    }
  }
}

function assertStores(options: AnyOptions): void {
  const { inbox, nonces, protocol } = options;
  if (typeof inbox?.record !== "function" || typeof inbox.claim !== "function") {
    throw new ReceiverMisconfigured("`inbox` isn't an inbox; use for example `createMemoryInbox()`");
  }
  if (protocol.nonce === undefined) {
    refuseGiven(options, "nonces", "has no nonce; a repeated event is recognized by its id");
    refuseGiven(options, "reserveNonce", "has no nonce");
  } else if (typeof nonces?.reserve !== "function") {
    throw new ReceiverMisconfigured("`nonces` isn't a nonce store; use for example `createMemoryNonces()`");
  }
}

function assertBatches(options: AnyOptions): void {
  const { maxBatchEvents, inbox, protocol } = options;
  if (protocol.event.batch === undefined) {
    refuseGiven(options, "maxBatchEvents", "has one event in each delivery");
    return;
  }
  if (maxBatchEvents !== undefined && !(Number.isSafeInteger(maxBatchEvents) && maxBatchEvents > 0))
    throw new ReceiverMisconfigured("`maxBatchEvents` must be a whole number greater than 0");
  if (typeof inbox.recordAll !== "function")
    throw new ReceiverMisconfigured("`inbox` has no `recordAll`, and the protocol has batches of events");
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

/** The keys to verify with, of the kind that the protocol's algorithm needs, or a function that returns them. */
export function configuredKeys({
  protocol,
  secrets = [],
  publicKeys = [],
}: Pick<ReceiverOptions<never, never, never>, "protocol" | "secrets" | "publicKeys">):
  | readonly VerificationKey[]
  | (() => Promise<readonly VerificationKey[]> | readonly VerificationKey[]) {
  const { signature } = protocol;
  if (!hasKeyPair(signature.algorithm)) return secrets;
  if (typeof publicKeys !== "function") return publicKeyList(signature, publicKeys);
  return async () => publicKeyList(signature, await publicKeys());
}
