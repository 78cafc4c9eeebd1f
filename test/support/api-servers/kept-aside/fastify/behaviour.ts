// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const fastifyBehaviour: readonly Fault[] = faultsIn("fastify", [
  {
    id: "fastify-rooms-of-others",
    kind: "tenancy",
    severity: "grave",
    what: "Rooms of other tenants can be read, changed and deleted by their id.",
    replace: ["if (room === undefined || room.tenant !== tenant) throw", "if (room === undefined) throw"],
  },
  {
    id: "fastify-name-unique-everywhere",
    kind: "tenancy",
    severity: "medium",
    what: "Names are unique across tenants, so one learns the names of another.",
    replace: ["if (room.tenant === tenant && room.id !== except", "if (room.id !== except"],
  },
  {
    id: "fastify-delete-keeps",
    kind: "state",
    severity: "grave",
    what: "A deleted room is still there.",
    replace: ["    store.rooms.delete(room.id);\n", ""],
  },
  {
    id: "fastify-put-merges",
    kind: "state",
    severity: "medium",
    what: "`PUT` keeps the contact that the new room doesn't have.",
    replace: [
      '    if (headers["if-match"] === undefined) throw',
      '    if (room.fields.contact !== undefined) fields.contact ??= room.fields.contact;\n    if (headers["if-match"] === undefined) throw',
    ],
  },
  {
    id: "fastify-half-a-patch",
    kind: "state",
    severity: "grave",
    what: "A patch that ends in a conflict has changed the room.",
    replace: [
      "const fields = patched(room.fields, patch);",
      "const fields = patched(room.fields, patch);\n    room.fields = fields;",
    ],
  },
  {
    id: "fastify-bookings-survive",
    kind: "state",
    severity: "slight",
    what: "Bookings of a deleted room can still be read.",
    replace: ["    for (const booking of bookings) store.bookings.delete(booking.id);\n", ""],
  },
  {
    id: "fastify-page-loses",
    kind: "pagination",
    severity: "grave",
    what: "An item is lost between two pages.",
    replace: ["writeCursor(last.serial) : null", "writeCursor(last.serial + 1) : null"],
  },
  {
    id: "fastify-last-page-lost",
    kind: "pagination",
    severity: "grave",
    what: "A last page that isn't full is never announced.",
    replace: ["next: rest.length > limit ?", "next: rest.length >= 2 * limit ?"],
  },
  {
    id: "fastify-cancelled-hidden",
    kind: "filter",
    severity: "medium",
    what: "A list leaves out what no filter excludes.",
    replace: [
      "(query.state === undefined || booking.state === query.state)",
      'booking.state === (query.state ?? "confirmed")',
    ],
  },
  {
    id: "fastify-etag-constant",
    kind: "conditional",
    severity: "grave",
    what: "The entity tag stays when the room changes, so changes are lost and caches stale.",
    replace: ["`${stored.id} ${stored.version}`", "`${stored.id}`"],
  },
  {
    id: "fastify-etag-of-before",
    kind: "conditional",
    severity: "medium",
    what: "The answer of `PATCH` has the entity tag of the room before it.",
    replace: [
      "const fields = patched(room.fields, patch);\n    checkName(store, tenant, { name: fields.name, except: id });\n    change(room, fields);\n    return { status: 200, headers: { etag: entityTag(room) }",
      "const fields = patched(room.fields, patch);\n    checkName(store, tenant, { name: fields.name, except: id });\n    const etag = entityTag(room);\n    change(room, fields);\n    return { status: 200, headers: { etag }",
    ],
  },
  {
    id: "fastify-challenge-missing",
    kind: "header",
    severity: "slight",
    what: "401 has no `WWW-Authenticate`.",
    replace: [', { headers: { "www-authenticate": "Bearer" } }', ""],
  },
  {
    id: "fastify-cancel-without-token",
    kind: "authentication",
    severity: "grave",
    what: "One operation needs no token.",
    replace: [
      "request.identity = identify(request);",
      'const isOpen = operation === "cancelBooking" && !request.headers.authorization;\n        request.identity = isOpen ? tokens.get("north-writer-token") : identify(request);',
    ],
  },
  {
    id: "fastify-head-missing",
    kind: "method",
    severity: "medium",
    what: "`HEAD` isn't served.",
    replace: ["exposeHeadRoutes: true", "exposeHeadRoutes: false"],
  },
  {
    id: "fastify-internals-shown",
    kind: "leak",
    severity: "medium",
    what: "Answers contain members of the store.",
    replace: [
      "export function shownRoom({ id, fields, createdAt, updatedAt }) {\n  return { id, ...fields, createdAt, updatedAt };",
      "export function shownRoom({ id, fields, ...others }) {\n  return { id, ...fields, ...others };",
    ],
  },
  {
    id: "fastify-text-plain",
    kind: "header",
    severity: "medium",
    what: "Answers have the wrong media type.",
    replace: ['"application/json; charset=utf-8"', '"text/plain; charset=utf-8"'],
  },
  {
    id: "fastify-contact-null",
    kind: "body",
    severity: "medium",
    what: "An optional member is null in answers where the document doesn't allow it.",
    replace: [
      "return { id, ...fields, createdAt, updatedAt };",
      "return { id, contact: null, ...fields, createdAt, updatedAt };",
    ],
  },
]);
