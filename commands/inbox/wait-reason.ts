import type { Inbox, InboxRecord } from "@oipkit/runtime/stores";

/** Versions that a waiting event needs first. */
export interface AwaitedVersions {
  readonly from: number;
  /** The last one; equals `from` for a single version. */
  readonly to: number;
  /** `missing`: not received. `pending`: not handled yet. `dead`: every attempt failed. */
  readonly state: "missing" | "pending" | "dead";
}

/** What each waiting event waits for, by its sequence; versions that themselves wait are left out. */
export type WaitReasons = ReadonlyMap<number, readonly AwaitedVersions[]>;

/** The events before it that are read for each resource; further ones don't make the reason clearer. */
const mostRead = 1000;

/** Finds out what the waiting ones among some records wait for. Rejects if the store fails. */
export async function waitReasons(inbox: Inbox, records: readonly InboxRecord[]): Promise<WaitReasons> {
  const reasons = new Map<number, readonly AwaitedVersions[]>();
  const known = new Map<string, { readonly version: number; readonly open: readonly InboxRecord[] }>();
  for (const { state, sequence, application, ordering } of records) {
    if (state !== "waiting" || ordering === undefined) continue;
    const { family, resource, version } = ordering;
    const key = JSON.stringify([application, family, resource]);
    const found = known.get(key) ?? (await openOf(inbox, { application, family, resource }));
    known.set(key, found);
    reasons.set(sequence, awaited(found, version));
  }
  return reasons;
}

interface ResourceName {
  readonly application: string;
  readonly family: string;
  readonly resource: string;
}

async function openOf(inbox: Inbox, id: ResourceName) {
  const { application, family, resource } = id;
  const [state] = await inbox.resources(id);
  const states = ["pending", "waiting", "dead"] as const;
  const open = await inbox.list({ application, resource, states, limit: mostRead });
  return {
    version: state?.version ?? 0,
    open: open.filter(({ ordering }) => ordering?.family === family),
  };
}

function awaited(
  { version, open }: { readonly version: number; readonly open: readonly InboxRecord[] },
  until: number,
): readonly AwaitedVersions[] {
  const earlier = open
    .flatMap(({ state, ordering }) => (ordering === undefined ? [] : [{ state, version: ordering.version }]))
    .filter((each) => each.version > version && each.version < until)
    .sort((a, b) => a.version - b.version);
  const found: AwaitedVersions[] = [];
  let next = version + 1;
  for (const each of [...earlier, { state: "waiting" as const, version: until }]) {
    if (each.version > next) found.push({ from: next, to: each.version - 1, state: "missing" });
    if ((each.state === "dead" || each.state === "pending") && each.version >= next)
      found.push({ from: each.version, to: each.version, state: each.state });
    next = Math.max(next, each.version + 1);
  }
  return found;
}

/** `waits for versions 1 to 3 (not received), 5 (dead)`. */
export function waitText(awaitedVersions: readonly AwaitedVersions[] | undefined): string {
  if (awaitedVersions === undefined || awaitedVersions.length === 0) return "";
  const shown = awaitedVersions.slice(0, mostShown).map(({ from, to, state }) => {
    const range = from === to ? String(from) : `${from} to ${to}`;
    return `${range} (${wording[state]})`;
  });
  const [first] = awaitedVersions;
  const one = awaitedVersions.length === 1 && first?.from === first?.to;
  const more = awaitedVersions.length > mostShown ? ", …" : "";
  return `waits for ${one ? "version" : "versions"} ${shown.join(", ")}${more}`;
}

const mostShown = 5;

const wording: Readonly<Record<AwaitedVersions["state"], string>> = {
  missing: "not received",
  pending: "not handled yet",
  dead: "dead",
};
