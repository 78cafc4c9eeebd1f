// The delivery engine of the trial, opened by its process and by the trial itself.
import { createDelivery, openPostgresStore, openSqliteStore } from "@oipkit/delivery";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { validateEvent } from "@oipkit/sdk/validators/events.js";
import { application, type } from "./event.mjs";

/** Waits are short, so that ten rounds take minutes; limits and attempts are the defaults. */
const settings = {
  timeoutMs: 2000,
  leaseMs: 4000,
  pollMs: 200,
  retryDelaysMs: [500, 1000, 2000, 4000, 8000, 10_000, 10_000],
  circuitBaseMs: 200,
  circuitMaxMs: 2000,
  pauseAfter: 0,
};

export function openStore({ file, connectionString, schema }) {
  if (file === undefined) return openPostgresStore({ connectionString, schema });
  return openSqliteStore({ file });
}

export function openEngine(store, { key, host }, observer = {}) {
  return createDelivery({
    protocol,
    store,
    validate: validateEvent,
    eventTypes: [type],
    settings,
    observer,
    keyRing: { keys: [{ id: "outages", bytes: Buffer.from(key, "base64") }] },
    allowedHosts: [host],
    directory: {
      application: (id) =>
        id === application
          ? {
              id,
              organization: "org_example_owner",
              environment: "sandbox",
              active: true,
              grantedEventTypes: [type],
              grantedCallbackTypes: [],
            }
          : undefined,
    },
  });
}
