/** The operations on rooms. */
import { randomUUID } from "node:crypto";
import {
  checkIfMatch,
  entityTag,
  isUnchanged,
  Problem,
  readId,
  readPage,
  readQuery,
  validBody,
} from "./http.mjs";
import { queries, RoomInput, RoomPatch } from "./schemas.mjs";

const defaults = { equipment: [], hourlyPrice: 0, notes: null };

/** A room as the API answers with it. */
export function shownRoom({ id, fields, createdAt, updatedAt }) {
  return { id, ...fields, createdAt, updatedAt };
}

/** The room of a tenant; throws 404 if there is none. */
export function findRoom(store, tenant, id) {
  const room = store.rooms.get(readId(id));
  if (room === undefined || room.tenant !== tenant) throw new Problem(404, "there is no such room");
  return room;
}

function checkName(store, tenant, { name, except }) {
  for (const room of store.rooms.values())
    if (room.tenant === tenant && room.id !== except && room.fields.name === name)
      throw new Problem(409, "a room with this name exists");
}

function change(room, fields) {
  room.fields = fields;
  room.version += 1;
  room.updatedAt = new Date().toISOString();
}

/** `target` with a merge patch (RFC 7396) applied; members that a patch removes get their default. */
function patched(target, patch) {
  const result = { ...target, ...patch };
  for (const [name, value] of Object.entries(defaults)) if (result[name] === null) result[name] = value;
  if (patch.contact === null) delete result.contact;
  else if (patch.contact !== undefined) result.contact = patchedContact(target.contact, patch.contact);
  return result;
}

function patchedContact(target, patch) {
  const contact = { ...target, ...patch };
  if (contact.phone === null) delete contact.phone;
  return contact;
}

export const roomOperations = (store) => ({
  listRooms({ tenant, url }) {
    const query = readQuery(url, queries.listRooms);
    const wanted = query.equipment ?? [];
    const found = [...store.rooms.values()].filter(
      (room) =>
        room.tenant === tenant &&
        (query.floor === undefined || room.fields.floor === query.floor) &&
        (query.minCapacity === undefined || room.fields.capacity >= query.minCapacity) &&
        wanted.every((each) => room.fields.equipment.includes(each)),
    );
    const { items, next } = readPage(found, query);
    return { status: 200, body: { items: items.map(shownRoom), next } };
  },

  createRoom({ tenant, body }) {
    const fields = { ...defaults, ...validBody(RoomInput, body) };
    checkName(store, tenant, { name: fields.name });
    const now = new Date().toISOString();
    const room = { id: randomUUID(), serial: store.nextSerial(), tenant, fields, version: 1 };
    Object.assign(room, { createdAt: now, updatedAt: now });
    store.rooms.set(room.id, room);
    const headers = { location: `/rooms/${room.id}`, etag: entityTag(room) };
    return { status: 201, headers, body: shownRoom(room) };
  },

  readRoom({ tenant, params, headers }) {
    const room = findRoom(store, tenant, params.roomId);
    const etag = entityTag(room);
    if (isUnchanged(headers["if-none-match"], etag)) return { status: 304, headers: { etag } };
    return { status: 200, headers: { etag }, body: shownRoom(room) };
  },

  replaceRoom({ tenant, params, headers, body }) {
    const id = readId(params.roomId);
    const fields = { ...defaults, ...validBody(RoomInput, body) };
    const room = findRoom(store, tenant, id);
    if (headers["if-match"] === undefined) throw new Problem(428, "If-Match is required");
    checkIfMatch(headers["if-match"], entityTag(room));
    checkName(store, tenant, { name: fields.name, except: id });
    change(room, fields);
    return { status: 200, headers: { etag: entityTag(room) }, body: shownRoom(room) };
  },

  patchRoom({ tenant, params, headers, body }) {
    const id = readId(params.roomId);
    const patch = validBody(RoomPatch, body);
    const room = findRoom(store, tenant, id);
    checkIfMatch(headers["if-match"], entityTag(room));
    const fields = patched(room.fields, patch);
    checkName(store, tenant, { name: fields.name, except: id });
    change(room, fields);
    return { status: 200, headers: { etag: entityTag(room) }, body: shownRoom(room) };
  },

  deleteRoom({ tenant, params, headers }) {
    const room = findRoom(store, tenant, params.roomId);
    checkIfMatch(headers["if-match"], entityTag(room));
    const bookings = [...store.bookings.values()].filter(({ roomId }) => roomId === room.id);
    if (bookings.some(({ state }) => state === "confirmed")) throw new Problem(409, "the room is booked");
    for (const booking of bookings) store.bookings.delete(booking.id);
    store.rooms.delete(room.id);
    return { status: 204 };
  },
});
