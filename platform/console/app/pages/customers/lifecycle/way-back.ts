import type { Subscription } from "../customer-types.js";

/** The status that the subscription goes back to when what holds it ends, if it shows that. */
export function wayBackOf({ details }: Pick<Subscription, "details">): string | undefined {
  const { resume_status } = details;
  return typeof resume_status === "string" ? resume_status : undefined;
}
