import { createJsonLogger } from "@oipkit/runtime/operations/json-logger";
import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import {
  type ApplicationBinding,
  createReceiver,
  type EventDeclaration,
  type EventValidator,
  type Inbox,
  type InboxRecord,
  type JsonObject,
  type Logger,
  type NonceStore,
  type Protocol,
  type Receiver,
  type ReceiverOptions,
  type SetAside,
  signsAddress,
} from "@oipkit/runtime/webhook";
import { printableJson, json as toJson } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { findGeneratedFolder } from "../config/generated-folder.js";
import type { ReceiverCredentials } from "../options/credentials-file.js";
import { UsageError } from "../options/option.js";
import type { Terminal } from "../terminal/terminal.js";
import type { LoadableEvents } from "../validate/catalog.js";
import { loadCatalog, loadSetProtocol } from "../validate/load-catalog.js";
import type { ReceiveSettings } from "./options.js";

/** The parts that `makeReceiver` assembles. */
interface MakeReceiverOptions {
  readonly settings: Pick<ReceiveSettings, "format" | "maxBodyBytes" | "reserveNonce" | "publicUrl">;
  readonly credentials: ReceiverCredentials;
  /** Reads those of now, if they may change. */
  readonly current: (() => Promise<ReceiverCredentials>) | undefined;
  readonly application: ApplicationBinding;
  readonly sdk: ReceiverSdk;
  readonly terminal: Terminal;
  readonly logger: Logger;
  readonly metrics: Pick<ReceiverMetrics, "onOutcome" | "onAttempt"> | undefined;
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
}

/** The credentials that a protocol uses. For a key pair, the variables of the secrets have public keys. */
function credentialsFor(
  { signature, token, encryption }: Protocol,
  { credentials, current }: Pick<MakeReceiverOptions, "credentials" | "current">,
): Pick<ReceiverOptions<never>, "secrets" | "publicKeys" | "verificationToken" | "encryptKey"> {
  const isShared = signature.algorithm.startsWith("hmac-");
  const { verificationToken } = credentials;
  const secrets = current === undefined ? credentials.secrets : async () => (await current()).secrets;
  const mayChange = current !== undefined && encryption !== undefined;
  return {
    ...(isShared ? { secrets } : { publicKeys: secrets }),
    ...(token !== undefined && { verificationToken }),
    encryptKey: mayChange ? async () => (await current()).encryptKey : credentials.encryptKey,
  };
}

/** The address for a signature that covers it. Throws `UsageError` if it is missing, or has no use. */
function addressFor(
  { signature }: Protocol,
  { publicUrl }: Pick<ReceiveSettings, "publicUrl">,
): Pick<ReceiverOptions<never>, "url"> {
  if (!signsAddress(signature)) {
    if (publicUrl === undefined) return {};
    throw new UsageError("--public-url: the signature doesn't cover the address");
  }
  if (publicUrl === undefined)
    throw new UsageError(
      "--public-url URL is missing: the address that the platform posts to, which is signed",
    );
  if (publicUrl.includes("?"))
    throw new UsageError("--public-url must not have a query; each request has its own");
  return { url: publicUrl };
}

/** A receiver that prints each event and acknowledges each callback. */
export function makeReceiver(options: MakeReceiverOptions): Receiver {
  const { settings, application, sdk, terminal, logger, metrics, inbox, nonces } = options;
  const line = settings.format === "json" ? jsonLine : prettyLine;
  const print = async (_event: unknown, { record }: { readonly record: InboxRecord }): Promise<void> => {
    terminal.out(line(record));
    await terminal.drained?.();
  };
  return createReceiver({
    ...sdk,
    application,
    ...credentialsFor(sdk.protocol, options),
    ...addressFor(sdk.protocol, settings),
    inbox,
    // A protocol without a nonce needs no store for it.
    ...(sdk.protocol.nonce !== undefined && { nonces, reserveNonce: settings.reserveNonce }),
    fallback: print,
    onTest: print,
    onCallback: (_callback, { eventId, eventType }) => ({
      received: true,
      event_id: eventId,
      event_type: eventType,
    }),
    logger,
    ...(metrics !== undefined && { onOutcome: metrics.onOutcome }),
    onAttempt: (report) => {
      metrics?.onAttempt(report);
      if (report.kind === "waiting" && settings.format === "pretty")
        terminal.out(waitingLine(report, Date.now()));
    },
    maxBodyBytes: settings.maxBodyBytes,
  });
}

/** Formats an event as one line of standard output. */
type EventLine = (record: InboxRecord) => string;

/** A line for people about an event that is printed later, after the versions before it. */
function waitingLine(
  { eventId, eventType, resource, version, waitsFor: [from, to] }: SetAside,
  now: number,
): string {
  const versions = from === to ? `version ${from}` : `versions ${from} to ${to}`;
  const place = `${resource.resource} version ${version}`;
  const text = `${new Date(now).toISOString()} ${eventType} ${eventId} ${place} waits for ${versions}`;
  return `${printable(text)}\n`;
}

/** A line for people: time, event type, id, resource and version. */
const prettyLine: EventLine = ({ receivedAt, eventType, eventId, ordering, test }) => {
  const time = new Date(receivedAt).toISOString();
  const place = ordering === undefined ? "" : ` ${ordering.resource} version ${ordering.version}`;
  return `${printable(`${time} ${eventType} ${eventId}${place}${test ? " (test)" : ""}`)}\n`;
};

/** A line of JSON; `event` as received, without its token. */
const jsonLine: EventLine = (record) => {
  const { receivedAt, occurredAt, eventId, eventType, deliveryId, correlationId, test, json } = record;
  const head = toJson({
    received_at: new Date(receivedAt).toISOString(),
    occurred_at: occurredAt === undefined ? null : new Date(occurredAt).toISOString(),
    event_id: eventId,
    event_type: eventType,
    delivery_id: deliveryId,
    correlation_id: correlationId ?? null,
    test,
  });
  // The stored text is inserted unparsed: parsing would change large numbers.
  return `${head.slice(0, -1)},"event":${printableJson(json).replaceAll("\n", " ")}}\n`;
};

const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** A logger that writes JSON lines to standard error. `redact` returns what no line may hold: another list when that has changed. */
export function createLog(
  { err }: Pick<Terminal, "err">,
  {
    level,
    redact,
  }: { readonly level: ReceiveSettings["logLevel"]; readonly redact: () => readonly string[] },
): Logger {
  if (level === "off") return silent;
  let secrets = redact();
  let logger = createJsonLogger({ write: err, level, redact: secrets });
  const latest = (): Logger => {
    const now = redact();
    if (now !== secrets) {
      secrets = now;
      logger = createJsonLogger({ write: err, level, redact: secrets });
    }
    return logger;
  };
  return {
    info: (fields, message) => latest().info(fields, message),
    warn: (fields, message) => latest().warn(fields, message),
    error: (fields, message) => latest().error(fields, message),
  };
}

/** What the receiver needs of a set of events in a generated folder. */
interface ReceiverSdk {
  readonly protocol: Protocol;
  readonly events: readonly EventDeclaration[];
  readonly validate: EventValidator<JsonObject>;
  readonly validateCallback?: EventValidator<JsonObject> | undefined;
}

/** Which generated receiver to run. */
interface SdkOptions {
  readonly cwd: string;
  /** A generated folder; default: the one that `oipkit validate` would use. */
  readonly folder: string | undefined;
  /** Name of the set; default: the only one that has a protocol. */
  readonly set: string | undefined;
}

/** Loads the protocol, the events and their validator. Throws `UsageError` if the folder lacks any of them. */
export async function loadSdk({ cwd, folder, set: name }: SdkOptions): Promise<ReceiverSdk> {
  const { eventSets } = await loadCatalog(await findGeneratedFolder(cwd, folder));
  const set = chooseSet(eventSets, name);
  const protocol = await loadSetProtocol(set);
  if (protocol === undefined || set.events === undefined) {
    throw new UsageError(
      `\`${set.name}\` has no webhook protocol, or was generated by an older oipkit; if so, generate it again`,
    );
  }
  const { validateEvent, validateCallback } = await set.load();
  return {
    protocol,
    events: set.events,
    validate: validateEvent as unknown as EventValidator<JsonObject>,
    validateCallback: validateCallback as unknown as EventValidator<JsonObject> | undefined,
  };
}

function chooseSet(sets: readonly LoadableEvents[], name: string | undefined): LoadableEvents {
  const names = sets.map((set) => set.name).join(", ");
  if (sets.length === 0) throw new UsageError("the SDK has no events; name another folder with --sdk");
  if (name === undefined) {
    const usable = sets.filter(({ loadProtocol }) => loadProtocol !== undefined);
    const [only] = usable;
    if (only !== undefined && usable.length === 1) return only;
    throw new UsageError(
      usable.length === 0
        ? `no set of events has a webhook protocol (${names})`
        : `there are several sets of events (${names}); select one with --events`,
    );
  }
  const found = sets.find((set) => set.name === name);
  if (found === undefined) throw new UsageError(`unknown set of events \`${name}\`; choose one of ${names}`);
  return found;
}
