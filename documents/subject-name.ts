import { UsageError } from "../cli/usage.js";
import type { Catalog } from "./catalog.js";

/** Throws `UsageError` where a catalog has neither a subject nor an event set of that name. */
export function refuseUnknownSubject({ subjects, eventSets }: Catalog, name: string | undefined): void {
  if (name === undefined || Object.hasOwn(subjects, name) || eventSets.some((set) => set.name === name))
    return;
  const names = [...Object.keys(subjects), ...eventSets.map((set) => set.name)];
  const near = names.filter((known) => known.includes(name) || name.includes(known));
  const list = (near.length > 0 ? near : names).sort();
  const more = list.length > 12 ? ", …" : "";
  throw new UsageError(`--as: there is no \`${name}\`; there are ${list.slice(0, 12).join(", ")}${more}`);
}
