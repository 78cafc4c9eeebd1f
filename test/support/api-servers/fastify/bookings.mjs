/** The operations on the bookings of a room. */
import { randomUUID } from "node:crypto";
import { parseTime } from "./formats.mjs";
import { Problem, readId, readPage, readQuery, validBody } from "./http.mjs";
import { findRoom } from "./rooms.mjs";
import { BookingInput, queries } from "./schemas.mjs";

function shownBooking({ id, roomId, fields, state, createdAt, cancelledAt }) {
  return { id, roomId, ...fields, state, createdAt, cancelledAt };
}

function findBooking(store, tenant, id) {
  const booking = store.bookings.get(readId(id));
  if (booking === undefined || booking.tenant !== tenant) throw new Problem(404, "there is no such booking");
  return booking;
}

/** Whether two bookings need the room at the same time; one may begin when the other ends. */
function overlap(a, b) {
  return parseTime(a.start) < parseTime(b.end) && parseTime(b.start) < parseTime(a.end);
}

export const bookingOperations = (store) => ({
  listBookings({ tenant, params, url }) {
    const roomId = readId(params.roomId);
    const query = readQuery(url, queries.listBookings);
    const room = findRoom(store, tenant, roomId);
    const found = [...store.bookings.values()].filter(
      (booking) =>
        booking.roomId === room.id &&
        (query.state === undefined || booking.state === query.state) &&
        (query.from === undefined || parseTime(booking.fields.end) > parseTime(query.from)) &&
        (query.to === undefined || parseTime(booking.fields.start) < parseTime(query.to)),
    );
    const { items, next } = readPage(found, query);
    return { status: 200, body: { items: items.map(shownBooking), next } };
  },

  createBooking({ tenant, params, body }) {
    const roomId = readId(params.roomId);
    const fields = { private: false, guests: [], ...validBody(BookingInput, body) };
    const room = findRoom(store, tenant, roomId);
    if (parseTime(fields.end) <= parseTime(fields.start)) throw new Problem(422, "end must be after start");
    if (fields.attendees > room.fields.capacity) throw new Problem(422, "the room is too small");
    for (const other of store.bookings.values())
      if (other.roomId === room.id && other.state === "confirmed" && overlap(other.fields, fields))
        throw new Problem(409, "the room is booked at this time");
    const booking = { id: randomUUID(), serial: store.nextSerial(), tenant, roomId: room.id, fields };
    Object.assign(booking, { state: "confirmed", createdAt: new Date().toISOString(), cancelledAt: null });
    store.bookings.set(booking.id, booking);
    return {
      status: 201,
      headers: { location: `/bookings/${booking.id}` },
      body: shownBooking(booking),
    };
  },

  readBooking({ tenant, params }) {
    return { status: 200, body: shownBooking(findBooking(store, tenant, params.bookingId)) };
  },

  cancelBooking({ tenant, params }) {
    const booking = findBooking(store, tenant, params.bookingId);
    if (booking.state !== "confirmed") throw new Problem(409, "the booking is cancelled");
    booking.state = "cancelled";
    booking.cancelledAt = new Date().toISOString();
    return { status: 200, body: shownBooking(booking) };
  },
});
