import { DeliveryError } from "../errors.js";
import type { Endpoint } from "./endpoint.js";
import type { EndpointParts } from "./parts.js";
import { urlFault } from "./test-connection.js";

/** What a configuration should be. What is left out stays as it is. */
export interface Configuration {
  /** Needed for a new endpoint. Compared byte for byte. */
  readonly url?: string | undefined;
  /** Needed for a new endpoint; at least one. */
  readonly eventTypes?: readonly string[] | undefined;
  /** None for a new endpoint. */
  readonly callbackTypes?: readonly string[] | undefined;
  /** Off for a new endpoint. */
  readonly encrypted?: boolean | undefined;
}

/** A complete configuration. */
export interface CompleteConfiguration {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly callbackTypes: readonly string[];
  readonly encrypted: boolean;
}

/** The complete configuration after a change. Throws `configuration-invalid` or `url-refused`. */
export function completed(
  { context: { protocol }, options }: EndpointParts,
  change: Configuration,
  present: Endpoint | undefined,
): CompleteConfiguration {
  const url = change.url ?? present?.url;
  if (url === undefined) throw invalid("a new endpoint needs a URL");
  const problem = urlFault(options, url);
  if (problem !== undefined)
    throw new DeliveryError("url-refused", `requests may not go to the URL: ${problem}`);
  const eventTypes = change.eventTypes ?? present?.eventTypes ?? [];
  if (eventTypes.length === 0) throw invalid("an endpoint subscribes to at least one event");
  const callbackTypes = change.callbackTypes ?? present?.callbackTypes ?? [];
  const encrypted = change.encrypted ?? present?.encrypted ?? false;
  if (encrypted && protocol.encryption === undefined)
    throw invalid("the protocol has no encryption: leave it off");
  const known = new Set(options.eventTypes);
  const callbacks = new Set<string>(protocol.callbacks?.eventTypes);
  return {
    url,
    eventTypes: change.eventTypes === undefined ? eventTypes : distinct("event", eventTypes, known),
    callbackTypes:
      change.callbackTypes === undefined ? callbackTypes : distinct("callback", callbackTypes, callbacks),
    encrypted,
  };
}

/** Only what the contract names, each once, in a fixed order. */
function distinct(what: string, given: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const unknown = given.filter((type) => !known.has(type));
  if (unknown.length > 0) {
    const message = `${unknown.length} of the ${what} types isn't one of the contract's: similar names mean nothing`;
    throw new DeliveryError("configuration-invalid", message, { details: { unknown } });
  }
  return [...new Set(given)].sort();
}

function invalid(message: string): DeliveryError {
  return new DeliveryError("configuration-invalid", message);
}
