export { createMemoryInbox, type MemoryInboxOptions } from "./inbox.js";
export { createMemoryNonces, type MemoryNoncesOptions } from "./nonces.js";
