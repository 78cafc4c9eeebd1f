import type { ReceiverMetrics } from "@oipkit/runtime/operations/metrics";
import {
  createReceiver,
  type Inbox,
  type InboxRecord,
  type Logger,
  type NonceStore,
  type Receiver,
} from "@oipkit/runtime/webhook";
import type { Terminal } from "../terminal.js";
import { jsonLine, prettyLine, waitingLine } from "./print-event.js";
import type { ReceiverSdk } from "./sdk.js";
import type { ReceiveSettings } from "./settings.js";

/** The parts that `makeReceiver` assembles. */
export interface MakeReceiverOptions {
  readonly settings: Pick<
    ReceiveSettings,
    "application" | "credentials" | "format" | "maxBodyBytes" | "reserveNonce"
  >;
  readonly sdk: ReceiverSdk;
  readonly terminal: Terminal;
  readonly logger: Logger;
  readonly metrics: Pick<ReceiverMetrics, "onOutcome" | "onAttempt"> | undefined;
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
}

/** A receiver that prints each event and acknowledges each callback. */
export function makeReceiver(options: MakeReceiverOptions): Receiver {
  const { settings, sdk, terminal, logger, metrics, inbox, nonces } = options;
  const line = settings.format === "json" ? jsonLine : prettyLine;
  const print = async (_event: unknown, { record }: { readonly record: InboxRecord }): Promise<void> => {
    terminal.out(line(record));
    await terminal.drained?.();
  };
  return createReceiver({
    ...sdk,
    application: settings.application,
    ...settings.credentials,
    inbox,
    nonces,
    reserveNonce: settings.reserveNonce,
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
