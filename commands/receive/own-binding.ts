import type { ApplicationBinding, Protocol } from "@oipkit/runtime/webhook";
import { isBoundTo, unbound } from "../options/unbound.js";
import { UsageError } from "../options/usage.js";

/** The binding on the command line. */
export interface GivenBinding {
  readonly application: string | undefined;
  readonly environment: string | undefined;
  readonly organization: string | undefined;
  readonly product: string | undefined;
}

/**
 * The binding of the receiver that is run. Throws `UsageError` if the Application or the environment is missing, unless
 * the protocol doesn't bind events to it.
 */
export function ownBinding(protocol: Protocol, given: GivenBinding): ApplicationBinding {
  const { organization, product } = given;
  return {
    id: required(protocol, given, "application"),
    environment: required(protocol, given, "environment"),
    organization,
    product,
  };
}

const missing = {
  application: "--application ID is missing: the Application that events are for",
  environment: "--environment NAME is missing: the environment that the Application works in",
} as const;

function required(protocol: Protocol, given: GivenBinding, part: keyof typeof missing): string {
  const value = given[part];
  if (value !== undefined) return value;
  if (isBoundTo(protocol, part)) throw new UsageError(missing[part]);
  return unbound;
}
