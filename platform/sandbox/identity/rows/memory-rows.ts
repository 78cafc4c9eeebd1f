import type { IdentityRow, IdentityRows, RowKey } from "./identity-rows.js";

/** Rows in memory, which end with the process. */
export function createMemoryRows(): IdentityRows {
  const rows = new Map<string, IdentityRow>();
  const keyOf = ({ environment, kind, id }: RowKey): string => `${environment}/${kind}/${id}`;
  const isOf = (row: IdentityRow, { environment, kind }: Omit<RowKey, "id">): boolean =>
    row.environment === environment && row.kind === kind;

  return {
    find: async (key) => rows.get(keyOf(key)),
    async findByUid(key) {
      for (const row of rows.values()) if (row.uid === key.uid && isOf(row, key)) return row;
      return undefined;
    },
    upsert: async (row) => void rows.set(keyOf(row), row),
    async consume(key, at) {
      const row = rows.get(keyOf(key));
      if (row === undefined || row.consumedAt !== undefined) return false;
      rows.set(keyOf(key), { ...row, consumedAt: at });
      return true;
    },
    remove: async (key) => void rows.delete(keyOf(key)),
    async removeByGrant({ environment, grant }) {
      for (const [key, row] of rows)
        if (row.grant === grant && row.environment === environment) rows.delete(key);
    },
    async trim(key, { now, most }) {
      const ending = [...rows]
        .filter(([, row]) => row.expiresAt !== undefined && isOf(row, key))
        .sort(([, a], [, b]) => (b.expiresAt ?? 0) - (a.expiresAt ?? 0));
      for (const [at, [id, row]] of ending.entries()) {
        if (at >= most || (row.expiresAt ?? 0) <= now) rows.delete(id);
      }
    },
  };
}
