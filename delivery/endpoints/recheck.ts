import { type Endpoint, presentState } from "./endpoint.js";
import type { EndpointContext } from "./parts.js";

/** What an application may do now, and how it is configured. */
export interface Recheck {
  /** `unknown` if the directory doesn't have it. */
  readonly application: "active" | "inactive" | "unknown";
  /** Absent if there is none that isn't revoked. */
  readonly endpoint?: Endpoint | undefined;
  /** To save or test with. */
  readonly revision: number;
  readonly grantedEventTypes: readonly string[];
  readonly grantedCallbackTypes: readonly string[];
  /** Subscribed, but not delivered, as the grant doesn't list them. */
  readonly eventTypesNotGranted: readonly string[];
  readonly callbackTypesNotGranted: readonly string[];
}

/** Reads present access and configuration. Writes nothing. */
export async function recheck(
  { directory, store }: Pick<EndpointContext, "directory" | "store">,
  application: string,
): Promise<Recheck> {
  const record = await directory.application(application);
  const { endpoint, revision } = await presentState(store.db, application);
  const { grantedEventTypes = [], grantedCallbackTypes = [] } = record ?? {};
  const notIn = (granted: readonly string[], types: readonly string[] = []): readonly string[] =>
    types.filter((type) => !granted.includes(type));
  return {
    application: record === undefined ? "unknown" : record.active ? "active" : "inactive",
    ...(endpoint !== undefined && { endpoint }),
    revision,
    grantedEventTypes,
    grantedCallbackTypes,
    eventTypesNotGranted: notIn(grantedEventTypes, endpoint?.eventTypes),
    callbackTypesNotGranted: notIn(grantedCallbackTypes, endpoint?.callbackTypes),
  };
}
