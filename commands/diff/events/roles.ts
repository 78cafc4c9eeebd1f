import type { Effect } from "../finding.js";
import type { Flow } from "../part.js";

/** What a change means to the side that sends a message, and to the one that receives it. */
export interface RoleEffects {
  readonly sender?: Effect;
  readonly receiver?: Effect;
}

/** The other way. */
export function opposite(flow: Flow): Flow {
  return flow === "to-consumer" ? "to-provider" : "to-consumer";
}
