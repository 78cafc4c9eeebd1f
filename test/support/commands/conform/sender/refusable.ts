import { DeliveryError } from "../../../../../delivery/index.js";

/** What a request became that the engine may refuse with a `DeliveryError`. */
export async function refusable(name: "saved" | "accepted", work: () => Promise<unknown>) {
  try {
    await work();
    return { [name]: true };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { [name]: false, reason: error.message };
  }
}
