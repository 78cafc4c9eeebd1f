// What relays and workers of the trial are opened with.
import { createDelivery, openPostgresStore } from "@oipkit/delivery";
import { openCluster } from "@oipkit/delivery/jetstream";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { eventType } from "../bench/delivery/event.mjs";

export const keyRing = (key) => ({ keys: [{ id: "trial", bytes: Buffer.from(key, "base64") }] });

export const openTrialCluster = ({ servers, replicas }) =>
  openCluster({ servers, replicas, maxBytes: 256 * 1024 * 1024 });

export const openTrialStore = ({ postgres, schema }) =>
  openPostgresStore({ connectionString: postgres, schema });

export function openTrialDelivery(store, { key, settings, host }, more = {}) {
  return createDelivery({
    protocol,
    store,
    validate: validateEvent,
    eventTypes: [eventType],
    settings,
    keyRing: keyRing(key),
    allowedHosts: [host],
    directory: {
      application: (id) => ({
        id,
        organization: "org",
        environment: "sandbox",
        active: true,
        grantedEventTypes: [eventType],
        grantedCallbackTypes: [],
      }),
    },
    ...more,
  });
}

/** Counts what an observer is told, by its text. */
export function countFailures() {
  const failures = {};
  return {
    failures,
    observer: {
      onFailure(failure) {
        const text = String(failure?.message ?? failure).slice(0, 100);
        failures[text] = (failures[text] ?? 0) + 1;
      },
    },
  };
}
