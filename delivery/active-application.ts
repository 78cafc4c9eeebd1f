import type { DeliveryContext } from "./context.js";
import { DeliveryError } from "./errors.js";
import type { ApplicationRecord } from "./ports/directory.js";

/** The application's record. Throws `application-unknown`. */
export async function knownApplication(
  { directory }: Pick<DeliveryContext, "directory">,
  application: string,
): Promise<ApplicationRecord> {
  const record = await directory.application(application);
  if (record !== undefined) return record;
  throw new DeliveryError("application-unknown", "the application doesn't exist; check its identifier");
}

/** The same for an application that is active. Throws `application-inactive`, too. */
export async function activeApplication(
  context: Pick<DeliveryContext, "directory">,
  application: string,
): Promise<ApplicationRecord> {
  const record = await knownApplication(context, application);
  if (record.active) return record;
  throw new DeliveryError("application-inactive", "the application is inactive; activate it first");
}
