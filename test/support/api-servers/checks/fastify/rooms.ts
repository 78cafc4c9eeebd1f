import { expect } from "vitest";
import type { Client, Content } from "../api.js";
import { nextNumber } from "../check.js";

/** A new room as clients write it, with a name that no other one has. */
export function newRoom(more: Content = {}): Content {
  return { name: `Room ${nextNumber()}`, capacity: 8, floor: 3, ...more };
}

/** Creates a room, and returns it with its path and its entity tag. */
export async function createRoom(
  client: Client,
  more?: Content,
): Promise<{ readonly path: string; readonly etag: string; readonly room: Content }> {
  const { status, headers, body } = await client.post("/rooms", newRoom(more));
  expect(status).toBe(201);
  return { path: headers.location ?? "", etag: headers.etag ?? "", room: body };
}

/** A new booking as clients write it: an hour of a day in January 2027. */
export function newBooking(day: number, more: Content = {}): Content {
  const date = `2027-01-${String(day).padStart(2, "0")}`;
  return { title: "Planning", start: `${date}T09:00:00Z`, end: `${date}T10:00:00Z`, attendees: 2, ...more };
}

/** An id that names nothing. */
export const unknownId = "00000000-0000-4000-8000-000000000000";
