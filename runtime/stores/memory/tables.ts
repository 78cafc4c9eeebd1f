import type { ResourceId } from "../../ports/inbox-entry.js";
import type { InboxTables, ResourceRow } from "../inbox/tables.js";
import { keyOfResource } from "../store-key.js";
import type { MemoryRows } from "./rows.js";

/** The transactions on rows in memory; they run one after the other. */
export function memoryTables(rows: MemoryRows): InboxTables {
  const find = (id: ResourceId): ResourceRow => {
    const key = keyOfResource(id);
    const { application, family, resource } = id;
    const fresh = { key, application, family, resource, version: 0, attempts: 0, dueAt: 0, lease: undefined };
    const row = rows.resources.get(key) ?? fresh;
    rows.resources.set(key, row);
    return row;
  };
  return {
    due: async ({ application, now, limit }) => rows.due(application, now, limit),
    event: async (key) => rows.find(key),
    lockResources: async (ids) => ids.map(find),
    firstOf: async (wanted) =>
      wanted.flatMap(({ resourceKey: key, version }) => {
        const same = rows.open(key, (each) => each === version);
        return same.find(({ state, attempts }) => state !== "pending" || attempts > 0) ?? same[0] ?? [];
      }),
    openVersions: async (key, through) => rows.open(key, (version) => version <= through),
    async finish(key, lease, now) {
      const row = rows.find(key);
      if (row === undefined || row.state !== "pending" || row.lease !== lease) return undefined;
      rows.update(key, { ...row, state: "handled", lease: undefined, settledAt: now });
      return row;
    },
    async updateEvents(changes) {
      for (const { key, ...status } of changes) rows.update(key, status);
    },
    async updateResource(resource) {
      rows.resources.set(resource.key, resource);
    },
    async staleResource({ application, now, receivedUntil }) {
      for (const resource of rows.resources.values()) {
        if (resource.application !== application || resource.dueAt > now) continue;
        const open = rows.open(resource.key);
        const isStuck = open.length > 0 && !open.some(({ state }) => state === "pending");
        if (
          isStuck &&
          open.some(({ state, entry }) => state === "waiting" && entry.receivedAt <= receivedUntil)
        )
          return resource;
      }
      return undefined;
    },
    list: async (query) => rows.list(query),
    async deleteEvents(keys) {
      for (const key of keys) rows.delete(key);
    },
  };
}
