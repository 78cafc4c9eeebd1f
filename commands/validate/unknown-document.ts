import { toPointer } from "@oipkit/runtime/json-pointer";
import { unknownName } from "@oipkit/runtime/nearest-names";
import type { Problem } from "../report/reporter.js";
import { type Catalog, discriminatorPath, type LoadableEvents, readEventType } from "./catalog.js";
import { DocumentsError } from "./errors.js";

/** The problem of a document whose kind is unknown; `locked` without a key to decrypt bodies. */
export function unknownDocument(catalog: Catalog, value: unknown, locked: boolean): Problem {
  const advice = "specify its kind with --as or its schema with --schema";
  const body = typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  const typed = body && catalog.eventSets.find((set) => readEventType(set, body) !== undefined);
  if (body && typed) {
    const message = `no contract has an event of type \`${shorten(readEventType(typed, body) ?? "")}\``;
    return { code: "unknown-event-type", message, pointer: typePointer(typed) };
  }
  const delivered =
    body && catalog.eventSets.find(({ protocol }) => protocol?.token && Object.hasOwn(body, protocol.token));
  if (delivered) {
    const message = `the delivered body has no event: \`${typePointer(delivered).slice(1)}\` is missing or not a string`;
    return { code: "unknown-document", message, pointer: "" };
  }
  const encrypted =
    body &&
    catalog.eventSets.find(({ protocol }) => Object.hasOwn(body, protocol?.encryption?.property ?? ""));
  if (encrypted && locked) {
    const message = "the body is encrypted: set WEBHOOK_ENCRYPT_KEY to decrypt it";
    return { code: "unknown-document", message, pointer: "" };
  }
  return {
    code: "unknown-document",
    message: `cannot tell what kind of document this is; ${advice}`,
    pointer: "",
  };
}

/** JSON Pointer to the type of the events of a set. */
function typePointer(set: LoadableEvents): string {
  return toPointer(discriminatorPath(set));
}

function shorten(text: string): string {
  if (text.length > 80) return `${text.slice(0, 79)}…`;
  return text;
}

/** Throws `DocumentsError` if a catalog has no subject and no event set with the given name. */
export function refuseUnknownSubject({ subjects, eventSets }: Catalog, name: string): void {
  if (Object.hasOwn(subjects, name) || eventSets.some((set) => set.name === name)) return;
  const names = [...Object.keys(subjects), ...eventSets.map((set) => set.name)].sort();
  throw new DocumentsError("subject-unknown", unknownName("event or schema", name, names));
}
