import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import {
  type ApplicationBinding,
  createReceiver,
  type Inbox,
  type InboxRecord,
  type Logger,
  type NonceStore,
  type Protocol,
  type Receiver,
  type ReceiverOptions,
} from "@oipkit/runtime/webhook";
import type { Credentials } from "../options/credentials-file.js";
import { UsageError } from "../options/usage.js";
import type { Terminal } from "../terminal/terminal.js";
import { jsonLine, prettyLine, waitingLine } from "./print-event.js";
import type { ReceiverSdk } from "./sdk.js";
import type { ReceiveSettings } from "./settings.js";

/** The parts that `makeReceiver` assembles. */
export interface MakeReceiverOptions {
  readonly settings: Pick<ReceiveSettings, "format" | "maxBodyBytes" | "reserveNonce" | "publicUrl">;
  readonly credentials: Credentials;
  /** Reads those of now, if they may change. */
  readonly current: (() => Promise<Credentials>) | undefined;
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
    ...(token === undefined ? {} : { verificationToken }),
    encryptKey: mayChange ? async () => (await current()).encryptKey : credentials.encryptKey,
  };
}

/** The address for a signature that covers it. Throws `UsageError` if it is missing, or has no use. */
function addressFor(
  { signature }: Protocol,
  { publicUrl }: Pick<ReceiveSettings, "publicUrl">,
): Pick<ReceiverOptions<never>, "url"> {
  if (!signature.content.includes("url")) {
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
    ...(sdk.protocol.nonce === undefined ? {} : { nonces, reserveNonce: settings.reserveNonce }),
    fallback: print,
    onTest: print,
    onCallback: (_callback, { eventId, eventType }) => ({
      received: true,
      event_id: eventId,
      event_type: eventType,
    }),
    logger,
    ...(metrics === undefined ? {} : { onOutcome: metrics.onOutcome }),
    onAttempt: (report) => {
      metrics?.onAttempt(report);
      if (report.kind === "waiting" && settings.format === "pretty")
        terminal.out(waitingLine(report, Date.now()));
    },
    maxBodyBytes: settings.maxBodyBytes,
  });
}
