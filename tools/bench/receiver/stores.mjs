import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { application, credentials } from "./deliveries.mjs";

/** An inbox and nonces that keep nothing, so that the receiver alone is measured. */
export function noStores() {
  const inbox = { ...createMemoryInbox(), record: () => "stored" };
  return { inbox, nonces: { reserve: () => true } };
}

export function memoryStores() {
  return { inbox: createMemoryInbox(), nonces: createMemoryNonces() };
}

/**
 * The receiver that every part of the benchmark measures; its handlers do nothing.
 * @param {object} stores
 * @param {"manual" | "background"} mode
 */
export function benchReceiver(stores, mode = "manual") {
  return createReceiver({ application, ...credentials, ...stores, fallback: () => {}, dispatch: { mode } });
}
