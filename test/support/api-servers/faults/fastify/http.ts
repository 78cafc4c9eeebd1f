// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import { type Fault, faultsIn } from "../fault.js";

/** What else of HTTP and of answers it gets wrong. */
export const fastifyHttp: readonly Fault[] = faultsIn("fastify", [
  {
    id: "fastify-create-200",
    kind: "status",
    severity: "medium",
    what: "Creation answers 200, which isn't documented.",
    replace: [
      "return { status: 201, headers, body: shownRoom(room) }",
      "return { status: 200, headers, body: shownRoom(room) }",
    ],
  },
  {
    id: "fastify-invalid-body-417",
    kind: "status",
    severity: "slight",
    what: "An invalid body gets another status than documented.",
    replace: [
      'throw new Problem(422, "the body isn\'t valid", { errors })',
      'throw new Problem(417, "the body isn\'t valid", { errors })',
    ],
  },
  {
    id: "fastify-not-modified-always",
    kind: "conditional",
    severity: "grave",
    what: "Any entity tag in `If-None-Match` gets 304.",
    replace: ['tag.replace(/^W\\//, "") === current', 'tag.replace(/^W\\//, "") !== ""'],
  },
  {
    id: "fastify-patch-if-match",
    kind: "conditional",
    severity: "grave",
    what: "`PATCH` ignores `If-Match`.",
    replace: [
      'checkIfMatch(headers["if-match"], entityTag(room));\n    const fields = patched',
      "const fields = patched",
    ],
  },
  {
    id: "fastify-if-match-optional",
    kind: "conditional",
    severity: "medium",
    what: "`PUT` doesn't need `If-Match`.",
    replace: [
      '    if (headers["if-match"] === undefined) throw new Problem(428, "If-Match is required");\n',
      "",
    ],
  },
  {
    id: "fastify-etag-missing",
    kind: "header",
    severity: "medium",
    what: "Creation answers without the documented `ETag`.",
    replace: ["`/rooms/${room.id}`, etag: entityTag(room) }", "`/rooms/${room.id}` }"],
  },
  {
    id: "fastify-etag-unquoted",
    kind: "header",
    severity: "slight",
    what: "Entity tags have no quotes.",
    replace: ['return `"${digest.slice(0, 22)}"`;', "return digest.slice(0, 22);"],
  },
  {
    id: "fastify-booking-location",
    kind: "location",
    severity: "medium",
    what: "`Location` of a booking leads nowhere.",
    replace: ["location: `/bookings/${booking.id}`", "location: `/bookings/${booking.roomId}`"],
  },
  {
    id: "fastify-room-location-missing",
    kind: "location",
    severity: "medium",
    what: "Creation answers without `Location`.",
    replace: ["{ location: `/rooms/${room.id}`, etag", "{ etag"],
  },
  {
    id: "fastify-allow-missing",
    kind: "method",
    severity: "slight",
    what: "405 has no `Allow`.",
    replace: ['const headers = { allow: allowed.join(", ") };', "const headers = {};"],
  },
  {
    id: "fastify-delete-cancels",
    kind: "method",
    severity: "medium",
    what: "A method that isn't documented changes something.",
    replace: [
      '"/bookings/:bookingId": { GET: "readBooking" }',
      '"/bookings/:bookingId": { GET: "readBooking", DELETE: "cancelBooking" }',
    ],
  },
  {
    id: "fastify-stack-shown",
    kind: "leak",
    severity: "medium",
    what: "The stack trace of a parser is in the answer.",
    replace: [
      '  } catch {\n    done(new Problem(400, "the body isn\'t JSON in UTF-8"));',
      "  } catch (error) {\n    done(new Problem(400, error.stack));",
    ],
  },
  {
    id: "fastify-problem-type",
    kind: "header",
    severity: "slight",
    what: "Errors are `application/json` where `application/problem+json` is documented.",
    replace: ['.type("application/problem+json")', '.type("application/json")'],
  },
  {
    id: "fastify-capacity-as-text",
    kind: "body",
    severity: "medium",
    what: "A number is written as a text.",
    replace: [
      "return { id, ...fields, createdAt, updatedAt };",
      "return { id, ...fields, capacity: String(fields.capacity), createdAt, updatedAt };",
    ],
  },
  {
    id: "fastify-time-format",
    kind: "body",
    severity: "medium",
    what: "A time isn't RFC 3339.",
    replace: ["const now = new Date().toISOString();", "const now = new Date().toUTCString();"],
  },
  {
    id: "fastify-cancelled-at-missing",
    kind: "body",
    severity: "medium",
    what: "A required member that could be null is missing until it isn't null.",
    replace: [
      "createdAt: new Date().toISOString(), cancelledAt: null });",
      "createdAt: new Date().toISOString() });",
    ],
  },
  {
    id: "fastify-trimmed",
    kind: "body",
    severity: "slight",
    what: "Texts come back trimmed.",
    replace: [
      "fields = { private: false, guests: [], ...validBody(BookingInput, body) };",
      "fields = { private: false, guests: [], ...validBody(BookingInput, body) };\n    fields.title = fields.title.trim();",
    ],
  },
]);
