import type { Store } from "@oipkit/delivery";

/**
 * Ends the leases of processes that had the sandbox before. One that was killed can't give them back, and they would last for as long as the
 * clock stands still; one that still runs loses its lanes and records nothing more in them.
 */
export async function endLeases({ db }: Pick<Store, "db">): Promise<void> {
  await db
    .updateTable("lanes")
    .set({ lease_owner: null, lease_until: 0 })
    .where("lease_owner", "is not", null)
    .execute();
}
