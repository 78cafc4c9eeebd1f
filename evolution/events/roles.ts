import type { Effect, Party } from "../finding.js";
import type { Flow } from "../part.js";

/** What a change means to the side that sends a message, and to the one that receives it. */
export interface RoleEffects {
  readonly sender?: Effect;
  readonly receiver?: Effect;
}

/** The effects on consumer and provider, by the way that a message goes. */
export function effectsOn(
  flow: Flow,
  { sender, receiver }: RoleEffects,
): Readonly<Partial<Record<Party, Effect>>> {
  const [consumer, provider] = flow === "to-consumer" ? [receiver, sender] : [sender, receiver];
  return {
    ...(consumer !== undefined && { consumer }),
    ...(provider !== undefined && { provider }),
  };
}

/** The other way. */
export function opposite(flow: Flow): Flow {
  return flow === "to-consumer" ? "to-provider" : "to-consumer";
}
