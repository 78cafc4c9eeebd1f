import { expect } from "vitest";
import type { Client, Content } from "../api.js";
import { type Check, nextNumber, objectsIn } from "../check.js";
import { createRoom, newBooking, newRoom } from "./rooms.js";

/** All items of a list, page by page; fails if a page has more than `limit`, or after 200 pages. */
async function readAll(client: Client, path: string, limit: number): Promise<readonly Content[]> {
  const found: Content[] = [];
  let after = "";
  for (let page = 0; page < 200; page++) {
    const { status, body } = await client.get(`${path}limit=${limit}${after}`);
    expect(status).toBe(200);
    const items = objectsIn(body, "items");
    expect(items.length).toBeLessThanOrEqual(limit);
    found.push(...items);
    if (body.next === null) return found;
    expect(items.length).toBe(limit);
    after = `&after=${body.next}`;
  }
  throw new Error(`${path} doesn't end`);
}

/** Pages, filters, preconditions, media types and methods. */
export const httpChecks: readonly Check[] = [
  {
    name: "lists every room once, in order, whatever the size of a page",
    run: async ({ second }) => {
      const names = ["Zeta", "Alpha", "Mid", "Beta", "Omega"].map((name) => `${name} ${nextNumber()}`);
      for (const name of names) await createRoom(second, { name, floor: 41 });
      for (const limit of [1, 2, 3, 4, 5, 50]) {
        const found = await readAll(second, "/rooms?floor=41&", limit);
        expect(found.map(({ name }) => name)).toEqual(names);
      }
      const all = await readAll(second, "/rooms?", 2);
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      for (const room of await readAll(second, "/rooms?floor=41&", 50))
        await second.delete(`/rooms/${room.id}`);
      expect((await second.get("/rooms?floor=41")).body).toEqual({ items: [], next: null });
    },
  },
  {
    name: "has at most 20 items on a page by default",
    run: async ({ second }) => {
      for (let room = 0; room < 21; room++) await createRoom(second, { floor: 42 });
      const { body } = await second.get("/rooms?floor=42");
      expect(objectsIn(body, "items").length).toBe(20);
      expect(objectsIn((await second.get(`/rooms?floor=42&after=${body.next}`)).body, "items").length).toBe(
        1,
      );
    },
  },
  {
    name: "filters rooms",
    run: async ({ first }) => {
      const small = await createRoom(first, { floor: 51, capacity: 5, equipment: ["phone"] });
      const large = await createRoom(first, { floor: 51, capacity: 50, equipment: ["phone", "stage"] });
      const above = await createRoom(first, { floor: 52, capacity: 5 });
      const ids = async (query: string) => {
        const found = await readAll(first, `/rooms?${query}&`, 50);
        return found.map(({ id }) => id);
      };
      expect(await ids("floor=51")).toEqual([small.room.id, large.room.id]);
      expect(await ids("floor=52")).toEqual([above.room.id]);
      expect(await ids("floor=51&minCapacity=6")).toEqual([large.room.id]);
      expect(await ids("floor=51&minCapacity=5")).toEqual([small.room.id, large.room.id]);
      expect(await ids("floor=51&equipment=phone&equipment=stage")).toEqual([large.room.id]);
      expect(await ids("floor=51&equipment=phone")).toEqual([small.room.id, large.room.id]);
    },
  },
  {
    name: "filters bookings by times and state",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      const early = await first.post(`${path}/bookings`, newBooking(20));
      const late = await first.post(
        `${path}/bookings`,
        newBooking(21, { start: "2027-01-21T23:30:00-02:00", end: "2027-01-21T23:45:00-02:00" }),
      );
      await first.post(`${early.headers.location}/cancel`);
      const ids = async (query: string) => {
        const found = await readAll(first, `${path}/bookings?${query}`, 50);
        return found.map(({ id }) => id);
      };
      expect(await ids("")).toEqual([early.body.id, late.body.id]);
      expect(await ids("state=confirmed&")).toEqual([late.body.id]);
      expect(await ids("state=cancelled&")).toEqual([early.body.id]);
      expect(await ids("from=2027-01-22T01:00:00Z&")).toEqual([late.body.id]);
      expect(await ids("to=2027-01-21T00:00:00Z&")).toEqual([early.body.id]);
    },
  },
  {
    name: "answers conditional reads",
    run: async ({ first }) => {
      const { path, etag } = await createRoom(first);
      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const unchanged = await first.get(path, { "if-none-match": tags });
        expect(unchanged).toMatchObject({ status: 304, text: "" });
        expect(unchanged.headers.etag).toBe(etag);
      }
      const changed = await first.patch(path, { notes: "changed" });
      expect(changed.headers.etag).not.toBe(etag);
      const read = await first.get(path, { "if-none-match": etag });
      expect(read).toMatchObject({ status: 200, body: changed.body });
      expect(read.headers.etag).toBe(changed.headers.etag);
    },
  },
  {
    name: "changes only what the client has read",
    run: async ({ first }) => {
      const { path, etag, room } = await createRoom(first);
      const given = newRoom({ name: room.name });
      expect((await first.put(path, given)).status).toBe(428);
      expect((await first.put(path, given, { "if-match": '"other"' })).status).toBe(412);
      expect((await first.put(path, given, { "if-match": `W/${etag}` })).status).toBe(412);
      expect((await first.patch(path, { capacity: 9 }, { "if-match": '"other"' })).status).toBe(412);
      expect((await first.delete(path, { "if-match": '"other"' })).status).toBe(412);
      expect((await first.get(path)).body).toEqual(room);
      const patched = await first.patch(path, { capacity: 9 }, { "if-match": `"other", ${etag}` });
      expect(patched.status).toBe(200);
      expect((await first.get(path)).headers.etag).toBe(patched.headers.etag);
      expect((await first.delete(path, { "if-match": etag })).status).toBe(412);
      expect((await first.delete(path, { "if-match": "*" })).status).toBe(204);
    },
  },
  {
    name: "serves HEAD wherever it serves GET, and refuses other methods",
    run: async ({ first, stranger }) => {
      const { path, etag } = await createRoom(first);
      const head = await first.head(path);
      expect(head).toMatchObject({ status: 200, text: "" });
      expect(head.headers.etag).toBe(etag);
      expect((await first.head("/rooms")).status).toBe(200);
      const booking = (await first.post(`${path}/bookings`, newBooking(22))).headers.location ?? "";
      const allowed = {
        "/rooms": "GET, HEAD, POST",
        [path]: "GET, HEAD, PUT, PATCH, DELETE",
        [`${path}/bookings`]: "GET, HEAD, POST",
        [booking]: "GET, HEAD",
        [`${booking}/cancel`]: "POST",
      };
      for (const [each, allow] of Object.entries(allowed))
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
          if (allow.includes(method)) continue;
          const answer = await stranger.send({ method, path: each });
          expect(answer).toMatchObject({ status: 405, headers: { allow } });
        }
      expect((await first.get(booking)).body.state).toBe("confirmed");
      expect((await first.get("/nothing")).status).toBe(404);
      expect((await first.get("/rooms/")).status).toBe(404);
    },
  },
  {
    name: "reads bodies by their media type",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      const types = ["text/plain", "application/xml", "application/json; charset=iso-8859-1"];
      for (const type of [...types, "application/merge-patch+json"])
        expect((await first.post("/rooms", newRoom(), { "content-type": type })).status).toBe(415);
      expect((await first.patch(path, { notes: "x" }, { "content-type": "application/json" })).status).toBe(
        415,
      );
      const type = 'Application/JSON; charset="UTF-8"';
      expect((await first.post("/rooms", newRoom(), { "content-type": type })).status).toBe(201);
      const latin = Buffer.from(JSON.stringify(newRoom({ name: "Größe" })), "latin1");
      expect((await first.post("/rooms", latin)).status).toBe(400);
      expect((await first.post("/rooms")).status).toBe(400);
      const name = `Last ${nextNumber()}`;
      const twice = await first.post("/rooms", `{"name":"First","name":"${name}","capacity":1,"floor":1}`);
      expect(twice).toMatchObject({ status: 201, body: { name } });
      const spaces = " ".repeat(65_536 - JSON.stringify(newRoom()).length - 3);
      expect((await first.post("/rooms", `${JSON.stringify(newRoom())}${spaces}`)).status).toBe(201);
      expect((await first.post("/rooms", " ".repeat(65_537))).status).toBe(413);
    },
  },
  {
    name: "says what is wrong, and nothing of itself",
    run: async ({ first }) => {
      const invalid = await first.post("/rooms", newRoom({ contact: { email: 1 } }));
      expect(invalid.body).toMatchObject({ status: 422, errors: [{ pointer: "/contact/email" }] });
      const malformed = await first.post("/rooms", "{");
      expect(malformed.text).not.toMatch(/\.mjs|node_modules|\bat \w+/);
    },
  },
];
