import { expect } from "vitest";
import { type Check, nextNumber, objectsIn, without } from "../check.js";
import { createRoom, newBooking, newRoom, unknownId } from "./rooms.js";

/** What is stored, for whom, and who may change it. */
export const stateChecks: readonly Check[] = [
  {
    name: "creates, reads, lists and deletes a room",
    run: async ({ first }) => {
      const given = newRoom({
        name: `Größe 𝄞 ${nextNumber()}`,
        equipment: ["phone"],
        hourlyPrice: 12.5,
        contact: { email: "a@b.example" },
      });
      const created = await first.post("/rooms", given);
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ ...given, notes: null });
      const path = created.headers.location ?? "";
      expect(path).toBe(`/rooms/${created.body.id}`);
      const read = await first.get(path);
      expect(read).toMatchObject({ status: 200, body: created.body });
      expect(read.headers.etag).toBe(created.headers.etag);
      expect((await first.get(path.toUpperCase().replace("/ROOMS", "/rooms"))).body).toEqual(read.body);
      expect(objectsIn((await first.get("/rooms?limit=50")).body, "items")).toContainEqual(created.body);
      expect((await first.delete(path)).status).toBe(204);
      expect((await first.get(path)).status).toBe(404);
      expect((await first.delete(path)).status).toBe(404);
      const listed = objectsIn((await first.get("/rooms?limit=50")).body, "items");
      expect(listed.map(({ id }) => id)).not.toContain(created.body.id);
    },
  },
  {
    name: "fills in defaults",
    run: async ({ first }) => {
      const { room } = await createRoom(first);
      expect(room).toMatchObject({ equipment: [], hourlyPrice: 0, notes: null });
      expect(room).not.toHaveProperty("contact");
    },
  },
  {
    name: "replaces a room",
    run: async ({ first }) => {
      const { path, etag, room } = await createRoom(first, {
        contact: { email: "a@b.example" },
        notes: "old",
        hourlyPrice: 3,
      });
      const given = newRoom({ name: room.name, capacity: 20 });
      const replaced = await first.put(path, given, { "if-match": etag });
      expect(replaced.status).toBe(200);
      expect(replaced.body).toMatchObject({ ...given, notes: null, hourlyPrice: 0, equipment: [] });
      expect(replaced.body).not.toHaveProperty("contact");
      expect(replaced.body.id).toBe(room.id);
      expect((await first.get(path)).body).toEqual(replaced.body);
      const again = await first.put(path, given, { "if-match": replaced.headers.etag ?? "" });
      expect(without(again.body, "updatedAt")).toEqual(without(replaced.body, "updatedAt"));
    },
  },
  {
    name: "patches a room, member by member",
    run: async ({ first }) => {
      const contact = { email: "a@b.example", phone: "+4930123456" };
      const { path, room } = await createRoom(first, { contact, hourlyPrice: 4, equipment: ["phone"] });
      const patched = await first.patch(path, { capacity: 30, notes: "new" });
      expect(patched).toMatchObject({ status: 200 });
      expect(without(patched.body, "updatedAt")).toEqual({
        ...without(room, "updatedAt"),
        capacity: 30,
        notes: "new",
      });
      expect((await first.get(path)).body).toEqual(patched.body);
      const nested = await first.patch(path, { contact: { email: "c@d.example", phone: null } });
      expect(nested.body.contact).toEqual({ email: "c@d.example" });
      const reset = await first.patch(path, { contact: null, equipment: null, hourlyPrice: null });
      expect(reset.body).toMatchObject({ equipment: [], hourlyPrice: 0, capacity: 30 });
      expect(reset.body).not.toHaveProperty("contact");
    },
  },
  {
    name: "keeps names unique, and changes nothing in a conflict",
    run: async ({ first, second }) => {
      const one = await createRoom(first);
      const other = await createRoom(first);
      expect((await first.post("/rooms", newRoom({ name: one.room.name }))).status).toBe(409);
      expect((await first.patch(other.path, { name: one.room.name, capacity: 99 })).status).toBe(409);
      const put = await first.put(other.path, newRoom({ name: one.room.name }), { "if-match": other.etag });
      expect(put.status).toBe(409);
      expect((await first.get(other.path)).body).toEqual(other.room);
      expect((await second.post("/rooms", newRoom({ name: one.room.name }))).status).toBe(201);
    },
  },
  {
    name: "books a room once at a time, and cancels once",
    run: async ({ first }) => {
      const { path, room } = await createRoom(first);
      const given = newBooking(11, { title: "  Two spaces  ", guests: [{ name: "Ada", kind: "internal" }] });
      const booked = await first.post(`${path}/bookings`, given);
      expect(booked.status).toBe(201);
      expect(booked.body).toMatchObject({ ...given, roomId: room.id, private: false, state: "confirmed" });
      expect(booked.body.cancelledAt).toBeNull();
      expect((await first.get(booked.headers.location ?? "")).body).toEqual(booked.body);
      expect((await first.post(`${path}/bookings`, newBooking(11))).status).toBe(409);
      const next = newBooking(11, { start: "2027-01-11T10:00:00Z", end: "2027-01-11T11:00:00Z" });
      expect((await first.post(`${path}/bookings`, next)).status).toBe(201);
      expect((await first.delete(path)).status).toBe(409);
      const cancelled = await first.post(`${booked.headers.location}/cancel`);
      expect(cancelled.body).toMatchObject({ state: "cancelled", cancelledAt: expect.any(String) });
      expect((await first.get(booked.headers.location ?? "")).body).toEqual(cancelled.body);
      expect((await first.post(`${booked.headers.location}/cancel`)).status).toBe(409);
      expect((await first.post(`${path}/bookings`, newBooking(11))).status).toBe(201);
    },
  },
  {
    name: "deletes the cancelled bookings of a room with it",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      const { headers } = await first.post(`${path}/bookings`, newBooking(12));
      await first.post(`${headers.location}/cancel`);
      expect((await first.delete(path)).status).toBe(204);
      expect((await first.get(headers.location ?? "")).status).toBe(404);
    },
  },
  {
    name: "shows a tenant nothing of another one",
    run: async ({ first, second }) => {
      const { path, etag, room } = await createRoom(first);
      const { headers, body } = await first.post(`${path}/bookings`, newBooking(13));
      expect((await second.get(path)).status).toBe(404);
      expect((await second.head(path)).status).toBe(404);
      expect((await second.patch(path, { notes: "mine" })).status).toBe(404);
      expect((await second.put(path, newRoom(), { "if-match": etag })).status).toBe(404);
      expect((await second.get(`${path}/bookings`)).status).toBe(404);
      expect((await second.post(`${path}/bookings`, newBooking(14))).status).toBe(404);
      expect((await second.get(headers.location ?? "")).status).toBe(404);
      expect((await second.post(`${headers.location}/cancel`)).status).toBe(404);
      expect((await second.delete(path)).status).toBe(404);
      const listed = objectsIn((await second.get("/rooms?limit=50")).body, "items");
      expect(listed.map(({ id }) => id)).not.toContain(room.id);
      expect((await first.get(path)).body).toEqual(room);
      expect((await first.get(headers.location ?? "")).body).toEqual(body);
    },
  },
  {
    name: "lets only writers write, and only those with a token read",
    run: async ({ first, reader, stranger, withHeaders }) => {
      const { path, etag, room } = await createRoom(first);
      const { headers } = await first.post(`${path}/bookings`, newBooking(15));
      const booking = headers.location ?? "";
      expect((await reader.get(path)).body).toEqual(room);
      const liar = withHeaders({ authorization: "Bearer wrong-token" });
      const basic = withHeaders({ authorization: "Basic north-writer-token" });
      const refused = [
        [reader, 403],
        [stranger, 401],
        [liar, 401],
        [basic, 401],
      ] as const;
      for (const [client, status] of refused) {
        expect((await client.post("/rooms", newRoom())).status).toBe(status);
        expect((await client.put(path, newRoom(), { "if-match": etag })).status).toBe(status);
        expect((await client.patch(path, { notes: "x" })).status).toBe(status);
        expect((await client.post(`${path}/bookings`, newBooking(16))).status).toBe(status);
        expect((await client.post(`${booking}/cancel`)).status).toBe(status);
        expect((await client.delete(path)).status).toBe(status);
        const read = client === reader ? 200 : 401;
        for (const each of ["/rooms", path, `${path}/bookings`, booking])
          expect((await client.get(each)).status).toBe(read);
      }
      expect((await stranger.get(`/rooms/${unknownId}`)).status).toBe(401);
      expect((await first.get(path)).body).toEqual(room);
    },
  },
];
