// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { FoundFault } from "./condition-faults.js";

/** What the server of rooms can do wrong with names, times that overlap, limits in words and what belongs to a room. */
export const bookingFaults: readonly FoundFault[] = [
  [
    {
      id: "fastify-overlap-start",
      server: "fastify",
      kind: "state",
      what: "Only the beginning of a booking must not lie in another one.",
      replace: [
        "parseTime(a.start) < parseTime(b.end) && parseTime(b.start) < parseTime(a.end)",
        "parseTime(b.start) >= parseTime(a.start) && parseTime(b.start) < parseTime(a.end)",
      ],
    },
    "overlap/createBooking/*",
  ],
  [
    {
      id: "fastify-overlap-touch",
      server: "fastify",
      kind: "state",
      what: "A booking can't begin when another one ends.",
      replace: [
        "parseTime(a.start) < parseTime(b.end) && parseTime(b.start) < parseTime(a.end)",
        "parseTime(a.start) <= parseTime(b.end) && parseTime(b.start) <= parseTime(a.end)",
      ],
    },
    "overlap/createBooking/touching",
  ],
  [
    {
      id: "fastify-overlap-text",
      server: "fastify",
      kind: "state",
      what: "Times of bookings are compared as texts.",
      replace: [
        "parseTime(a.start) < parseTime(b.end) && parseTime(b.start) < parseTime(a.end)",
        "a.start < b.end && b.start < a.end",
      ],
    },
    "overlap/createBooking/offset",
  ],
  [
    {
      id: "fastify-cancelled-blocks",
      server: "fastify",
      kind: "state",
      what: "A cancelled booking still blocks its room.",
      replace: [
        'other.roomId === room.id && other.state === "confirmed" && overlap',
        "other.roomId === room.id && overlap",
      ],
    },
    "overlap/createBooking/cancelled",
  ],
  [
    {
      id: "fastify-end-equal",
      server: "fastify",
      kind: "validation",
      what: "A booking may end when it begins.",
      replace: [
        "parseTime(fields.end) <= parseTime(fields.start)",
        "parseTime(fields.end) < parseTime(fields.start)",
      ],
    },
    "limit/createBooking/end/equal",
  ],
  [
    {
      id: "fastify-end-text",
      server: "fastify",
      kind: "validation",
      what: "The end of a booking is compared as a text.",
      replace: ["parseTime(fields.end) <= parseTime(fields.start)", "fields.end <= fields.start"],
    },
    "limit/createBooking/end/offset",
  ],
  [
    {
      id: "fastify-end-any",
      server: "fastify",
      kind: "validation",
      what: "A booking may end before it begins.",
      replace: [
        'if (parseTime(fields.end) <= parseTime(fields.start)) throw new Problem(422, "end must be after start");',
        "",
      ],
    },
    "limit/createBooking/end/beyond",
  ],
  [
    {
      id: "fastify-capacity-any",
      server: "fastify",
      kind: "validation",
      what: "More people may come than the room has seats.",
      replace: [
        'if (fields.attendees > room.fields.capacity) throw new Problem(422, "the room is too small");',
        "",
      ],
    },
    "limit/createBooking/attendees/beyond",
  ],
  [
    {
      id: "fastify-capacity-off",
      server: "fastify",
      kind: "validation",
      what: "As many people as the room has seats are too many.",
      replace: ["fields.attendees > room.fields.capacity", "fields.attendees >= room.fields.capacity"],
    },
    "limit/createBooking/attendees/equal",
  ],
  [
    {
      id: "fastify-refused-booking-kept",
      server: "fastify",
      kind: "state",
      what: "A booking that is refused, since the room is taken, is stored.",
      replace: [
        '        throw new Problem(409, "the room is booked at this time");',
        '        {\n          const id = randomUUID();\n          store.bookings.set(id, { id, serial: store.nextSerial(), tenant, roomId: room.id, fields, state: "confirmed", createdAt: new Date().toISOString(), cancelledAt: null });\n          throw new Problem(409, "the room is booked at this time");\n        }',
      ],
    },
    "overlap/createBooking/same",
  ],
  [
    {
      id: "fastify-cancel-twice-time",
      server: "fastify",
      kind: "state",
      what: "A second cancellation is refused, and moves the time of the first one.",
      replace: [
        '    if (booking.state !== "confirmed") throw new Problem(409, "the booking is cancelled");\n    booking.state = "cancelled";\n    booking.cancelledAt = new Date().toISOString();',
        '    const was = booking.state;\n    booking.state = "cancelled";\n    booking.cancelledAt = new Date().toISOString();\n    if (was !== "confirmed") throw new Problem(409, "the booking is cancelled");',
      ],
    },
    "action-twice/cancelBooking",
  ],
  [
    {
      id: "fastify-patch-name-taken",
      server: "fastify",
      kind: "state",
      what: "`PATCH` gives a room a name that is taken.",
      replace: [
        "    const fields = patched(room.fields, patch);\n    checkName(store, tenant, { name: fields.name, except: id });",
        "    const fields = patched(room.fields, patch);",
      ],
    },
    "unique/patchRoom/taken",
  ],
  [
    {
      id: "fastify-put-name-taken",
      server: "fastify",
      kind: "state",
      what: "`PUT` gives a room a name that is taken.",
      replace: [
        '    checkIfMatch(headers["if-match"], entityTag(room));\n    checkName(store, tenant, { name: fields.name, except: id });\n    change(room, fields);\n    return { status: 200, headers: { etag: entityTag(room) }, body: shownRoom(room) };\n  },\n\n  patchRoom',
        '    checkIfMatch(headers["if-match"], entityTag(room));\n    change(room, fields);\n    return { status: 200, headers: { etag: entityTag(room) }, body: shownRoom(room) };\n  },\n\n  patchRoom',
      ],
    },
    "unique/replaceRoom/taken",
  ],
  [
    {
      id: "fastify-name-global",
      server: "fastify",
      kind: "tenancy",
      what: "Names of rooms are unique over all companies.",
      replace: [
        "if (room.tenant === tenant && room.id !== except && room.fields.name === name)",
        "if (room.id !== except && room.fields.name === name)",
      ],
    },
    "unique/createRoom/foreign",
  ],
  [
    {
      id: "fastify-name-not-freed",
      server: "fastify",
      kind: "state",
      what: "The name of a deleted room stays taken.",
      replace: [
        "function checkName(store, tenant, { name, except }) {",
        'const names = new Set();\nfunction checkName(store, tenant, { name, except }) {\n  if (except === undefined && names.has(tenant + name)) throw new Problem(409, "taken");\n  names.add(tenant + name);',
      ],
    },
    "unique/deleteRoom/freed",
  ],
  [
    {
      id: "fastify-bookings-survive",
      server: "fastify",
      kind: "state",
      what: "The bookings of a deleted room stay.",
      replace: ["    for (const booking of bookings) store.bookings.delete(booking.id);\n", ""],
    },
    "deleted-below/deleteRoom/getBooking",
  ],
];
