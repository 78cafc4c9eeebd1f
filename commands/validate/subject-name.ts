import { unknownName } from "@oipkit/runtime/nearest-names";
import type { Catalog } from "./catalog.js";
import { DocumentsError } from "./errors.js";

/** Throws `DocumentsError` if a catalog has no subject and no event set with the given name. */
export function refuseUnknownSubject({ subjects, eventSets }: Catalog, name: string): void {
  if (Object.hasOwn(subjects, name) || eventSets.some((set) => set.name === name)) return;
  const names = [...Object.keys(subjects), ...eventSets.map((set) => set.name)].sort();
  throw new DocumentsError("subject-unknown", unknownName("event or schema", name, names));
}
