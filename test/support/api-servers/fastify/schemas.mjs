/** The schemas of what the API accepts. `openapi.yaml` documents the same ones; a test compares them. */

const equipment = ["beamer", "whiteboard", "phone", "camera", "stage"];

const roomProperties = {
  name: { type: "string", minLength: 2, maxLength: 60, pattern: "^\\S" },
  capacity: { type: "integer", minimum: 1, maximum: 500 },
  floor: { type: "integer", minimum: -2, maximum: 60 },
  equipment: { type: "array", items: { type: "string", enum: equipment }, uniqueItems: true, maxItems: 5 },
  hourlyPrice: { type: "number", minimum: 0, exclusiveMaximum: 1000, multipleOf: 0.5 },
  notes: { type: ["string", "null"], maxLength: 200 },
  contact: {
    type: "object",
    required: ["email"],
    properties: {
      email: { type: "string", format: "email", maxLength: 120 },
      phone: { type: "string", pattern: "^\\+[1-9][0-9]{6,14}$" },
    },
    additionalProperties: false,
  },
};

/** A room as clients write it. */
export const RoomInput = {
  type: "object",
  required: ["name", "capacity", "floor"],
  properties: roomProperties,
  additionalProperties: false,
};

const patchedContact = {
  type: ["object", "null"],
  required: ["email"],
  properties: {
    email: roomProperties.contact.properties.email,
    phone: { type: ["string", "null"], pattern: "^\\+[1-9][0-9]{6,14}$" },
  },
  additionalProperties: false,
};

/** What `PATCH` may change: null resets a member that has a default, and removes `contact` and `phone`. */
export const RoomPatch = {
  type: "object",
  minProperties: 1,
  properties: {
    name: roomProperties.name,
    capacity: roomProperties.capacity,
    floor: roomProperties.floor,
    equipment: {
      type: ["array", "null"],
      items: { type: "string", enum: equipment },
      uniqueItems: true,
      maxItems: 5,
    },
    hourlyPrice: { type: ["number", "null"], minimum: 0, exclusiveMaximum: 1000, multipleOf: 0.5 },
    notes: roomProperties.notes,
    contact: patchedContact,
  },
  additionalProperties: false,
};

/** A booking as clients write it. */
export const BookingInput = {
  type: "object",
  required: ["title", "start", "end", "attendees"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 80 },
    start: { type: "string", format: "date-time", maxLength: 40 },
    end: { type: "string", format: "date-time", maxLength: 40 },
    attendees: { type: "integer", minimum: 1, maximum: 500 },
    private: { type: "boolean" },
    guests: { type: "array", items: { $ref: "#/components/schemas/Guest" }, maxItems: 10 },
  },
  additionalProperties: false,
};

/** A guest of a booking. */
export const Guest = {
  type: "object",
  required: ["name", "kind"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 60 },
    kind: { type: "string", enum: ["internal", "external"] },
    badge: { type: "integer", exclusiveMinimum: 0, maximum: 99999 },
  },
  additionalProperties: false,
};

const limit = { type: "integer", minimum: 1, maximum: 50 };
const after = { type: "string", minLength: 1, maxLength: 200 };

/** Query parameters, by operation. */
export const queries = {
  listRooms: {
    limit,
    after,
    floor: { type: "integer", minimum: -2, maximum: 60 },
    minCapacity: { type: "integer", minimum: 1, maximum: 500 },
    equipment: { type: "array", items: { type: "string", enum: equipment }, uniqueItems: true, maxItems: 5 },
  },
  listBookings: {
    limit,
    after,
    from: { type: "string", format: "date-time", maxLength: 40 },
    to: { type: "string", format: "date-time", maxLength: 40 },
    state: { type: "string", enum: ["confirmed", "cancelled"] },
  },
};

/** Path parameters. */
export const id = { type: "string", format: "uuid" };
