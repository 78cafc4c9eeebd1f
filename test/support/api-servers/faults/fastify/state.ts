import { type Fault, faultsIn } from "../fault.js";

/** What it stores, for whom, and who may change it. */
export const fastifyState: readonly Fault[] = faultsIn("fastify", [
  {
    id: "fastify-cancelled-twice",
    kind: "state",
    severity: "medium",
    what: "A cancelled booking can be cancelled again.",
    replace: [
      '  if (booking.state !== "confirmed") throw new Problem(409, "the booking is cancelled");\n',
      "",
    ],
  },
  {
    id: "fastify-bookings-of-others",
    kind: "tenancy",
    severity: "grave",
    what: "Bookings of other tenants can be read and cancelled by their id.",
    replace: [
      "if (booking === undefined || booking.tenant !== tenant) throw",
      "if (booking === undefined) throw",
    ],
  },
  {
    id: "fastify-list-of-all",
    kind: "tenancy",
    severity: "grave",
    what: "The list of rooms has those of all tenants.",
    replace: ["        room.tenant === tenant &&\n", ""],
  },
  {
    id: "fastify-own-name-taken",
    kind: "state",
    severity: "medium",
    what: "A room can't be replaced without renaming it: its own name is taken.",
    replace: ["room.id !== except && room.fields.name === name", "room.fields.name === name"],
  },
  {
    id: "fastify-name-not-unique",
    kind: "state",
    severity: "medium",
    what: "The name of a new room may be taken.",
    replace: ["    checkName(store, tenant, { name: fields.name });\n", ""],
  },
  {
    id: "fastify-patch-resets",
    kind: "state",
    severity: "grave",
    what: "`PATCH` resets the members that it doesn't name.",
    replace: [
      "const result = { ...target, ...patch };",
      "const result = { ...target, ...defaults, ...patch };",
    ],
  },
  {
    id: "fastify-put-lost",
    kind: "state",
    severity: "grave",
    what: "`PUT` answers with success and changes nothing.",
    replace: [
      'checkIfMatch(headers["if-match"], entityTag(room));\n    checkName(store, tenant, { name: fields.name, except: id });\n    change(room, fields);',
      'checkIfMatch(headers["if-match"], entityTag(room));\n    checkName(store, tenant, { name: fields.name, except: id });\n    change({ ...room }, fields);',
    ],
  },
  {
    id: "fastify-double-booking",
    kind: "state",
    severity: "grave",
    what: "Bookings of a room may overlap.",
    replace: ["if (other.roomId === room.id && other.state", "if (other.id === room.id && other.state"],
  },
  {
    id: "fastify-any-token",
    kind: "authentication",
    severity: "grave",
    what: "Any token is accepted.",
    replace: [
      "const identity = tokens.get(token);",
      'const identity = tokens.get(token) ?? (token && tokens.get("north-writer-token"));',
    ],
  },
  {
    id: "fastify-reader-deletes",
    kind: "authentication",
    severity: "grave",
    what: "A token that may only read may delete.",
    replace: [
      'const reading = new Set(["GET", "HEAD"]);',
      'const reading = new Set(["GET", "HEAD", "DELETE"]);',
    ],
  },
]);
