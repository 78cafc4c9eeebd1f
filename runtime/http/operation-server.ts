import { InvalidOptionError } from "./errors.js";
import type { HttpSettings } from "./http-settings.js";
import type { OperationDescriptor } from "./operation/operation-descriptor.js";

/** The base URL of an operation, and its origin. */
export type BaseAddress = Pick<HttpSettings, "baseUrl" | "origin">;

/**
 * Where an operation is sent: to its own server if the client knows it, else to the client's base URL. Throws
 * `InvalidOptionError` if the client must be told.
 */
export function operationServer({ server }: OperationDescriptor, settings: HttpSettings): BaseAddress {
  if (server === undefined || !settings.servers.has(server)) return settings;
  const address = settings.servers.get(server);
  if (address) return address;
  throw new InvalidOptionError("servers", `has no URL for ${server}`);
}
