import { expect } from "vitest";
import { type Check, expectForEach, expectQueries, nextNumber, without } from "../check.js";
import { createRoom, newBooking, newRoom, unknownId } from "./rooms.js";

/** What the server accepts and refuses. */
export const inputChecks: readonly Check[] = [
  {
    name: "accepts rooms at the limits of the document",
    run: async ({ first }) => {
      const send = (body: unknown) => first.post("/rooms", body);
      await expectForEach(
        { status: 201, send },
        {
          "shortest name": newRoom({ name: "Ü𝄞" }),
          "longest name": newRoom({ name: `${nextNumber()}`.padEnd(60, "𝄞") }),
          "smallest numbers": newRoom({ capacity: 1, floor: -2, hourlyPrice: 0 }),
          "largest numbers": newRoom({ capacity: 500, floor: 60, hourlyPrice: 999.5 }),
          "integer with a fraction of zero": `{"name":"Zero ${nextNumber()}","capacity":4.0,"floor":1}`,
          "all equipment": newRoom({ equipment: ["beamer", "whiteboard", "phone", "camera", "stage"] }),
          "no equipment": newRoom({ equipment: [] }),
          "null notes": newRoom({ notes: null }),
          "longest notes": newRoom({ notes: "x".repeat(200) }),
          "contact without phone": newRoom({ contact: { email: "a@b.example" } }),
          "contact with phone": newRoom({ contact: { email: "a.b+c@d-e.example", phone: "+4930123456" } }),
        },
      );
    },
  },
  {
    name: "refuses rooms beyond the limits of the document",
    run: async ({ first }) => {
      const send = (body: unknown) => first.post("/rooms", body);
      const contact = { email: "a@b.example" };
      await expectForEach(
        { status: 422, send },
        {
          "empty name": newRoom({ name: "" }),
          "name of one character": newRoom({ name: "𝄞" }),
          "long name": newRoom({ name: "x".repeat(61) }),
          "name that begins with a space": newRoom({ name: " Room" }),
          "name that is a number": newRoom({ name: 12 }),
          "no name": without(newRoom(), "name"),
          "no floor": without(newRoom(), "floor"),
          "capacity of 0": newRoom({ capacity: 0 }),
          "capacity of 501": newRoom({ capacity: 501 }),
          "capacity with a fraction": newRoom({ capacity: 2.5 }),
          "capacity in a text": newRoom({ capacity: "8" }),
          "huge capacity": `{"name":"Huge ${nextNumber()}","capacity":1e400,"floor":1}`,
          "floor of -3": newRoom({ floor: -3 }),
          "floor of 61": newRoom({ floor: 61 }),
          "price of 1000": newRoom({ hourlyPrice: 1000 }),
          "price below 0": newRoom({ hourlyPrice: -0.5 }),
          "price in quarters": newRoom({ hourlyPrice: 0.25 }),
          "repeated equipment": newRoom({ equipment: ["phone", "phone"] }),
          "unknown equipment": newRoom({ equipment: ["phone", "pool"] }),
          "equipment in a text": newRoom({ equipment: "phone" }),
          "long notes": newRoom({ notes: "x".repeat(201) }),
          "notes that are a number": newRoom({ notes: 1 }),
          "contact without email": newRoom({ contact: { phone: "+4930123456" } }),
          "contact with another member": newRoom({ contact: { ...contact, fax: "1" } }),
          "null contact": newRoom({ contact: null }),
          "email without a host": newRoom({ contact: { email: "nobody" } }),
          "email with a space": newRoom({ contact: { email: "a b@c.example" } }),
          "phone with more around it": newRoom({ contact: { ...contact, phone: "call +4930123456 now" } }),
          "short phone": newRoom({ contact: { ...contact, phone: "+493012" } }),
          "unknown member": newRoom({ colour: "red" }),
          "id of the client": newRoom({ id: unknownId }),
          "`__proto__`": `{"name":"Proto ${nextNumber()}","capacity":4,"floor":1,"__proto__":{"floor":2}}`,
          constructor: newRoom({ constructor: { prototype: {} } }),
          "a list": [newRoom()],
          null: null,
          "deep nesting": `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
        },
      );
      await expectForEach(
        { status: 400, send },
        { empty: "", "half an object": '{"name":', "a word": "nil" },
      );
    },
  },
  {
    name: "validates patches",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      const send = (body: unknown) => first.patch(path, body);
      await expectForEach(
        { status: 422, send },
        {
          "no member": {},
          "null name": { name: null },
          "capacity of 0": { capacity: 0 },
          "price in quarters": { hourlyPrice: 0.25 },
          "unknown member": { id: unknownId },
          "contact without email": { contact: {} },
        },
      );
      await expectForEach({ status: 200, send }, { notes: { notes: null }, contact: { contact: null } });
    },
  },
  {
    name: "validates bookings",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      const send = (body: unknown) => first.post(`${path}/bookings`, body);
      const guest = { name: "Ada", kind: "external", badge: 1 };
      await expectForEach(
        { status: 201, send },
        {
          "long title": newBooking(1, { title: "x".repeat(80) }),
          "other offset": newBooking(2, {
            start: "2027-01-02T10:00:00.5+02:00",
            end: "2027-01-02t10:00:00z",
          }),
          "leap second": newBooking(3, { start: "2016-12-31T23:59:60Z", end: "2017-01-01T00:00:01Z" }),
          "leap day": newBooking(4, { start: "2028-02-29T09:00:00Z", end: "2028-02-29T09:30:00Z" }),
          "ten guests": newBooking(5, { guests: Array(10).fill(guest) }),
          private: newBooking(6, { private: true }),
        },
      );
      await expectForEach(
        { status: 422, send },
        {
          "no title": without(newBooking(7), "title"),
          "empty title": newBooking(7, { title: "" }),
          "title of 81 characters": newBooking(7, { title: "x".repeat(81) }),
          "30 February": newBooking(7, { end: "2027-02-30T10:00:00Z" }),
          "no offset": newBooking(7, { end: "2027-01-07T10:00:00" }),
          "a space for T": newBooking(7, { end: "2027-01-07 10:00:00Z" }),
          "24 o'clock": newBooking(7, { end: "2027-01-07T24:00:00Z" }),
          "attendees in a text": newBooking(7, { attendees: "2" }),
          "private as a number": newBooking(7, { private: 1 }),
          "private as a text": newBooking(7, { private: "true" }),
          "eleven guests": newBooking(7, { guests: Array(11).fill(guest) }),
          "guest of another kind": newBooking(7, { guests: [guest, { ...guest, kind: "ghost" }] }),
          "guest with another member": newBooking(7, { guests: [{ ...guest, age: 3 }] }),
          "guest without a name": newBooking(7, { guests: [{ kind: "internal" }] }),
          "badge of 0": newBooking(7, { guests: [{ ...guest, badge: 0 }] }),
          "end at the start": newBooking(7, { end: "2027-01-07T09:00:00Z" }),
          "too many attendees": newBooking(7, { attendees: 9 }),
        },
      );
    },
  },
  {
    name: "validates parameters",
    run: async ({ first }) => {
      const { path } = await createRoom(first);
      await expectQueries(first, 200, [
        "/rooms?limit=1",
        "/rooms?limit=50&floor=-2&minCapacity=500",
        "/rooms?equipment=phone&equipment=stage",
        "/rooms?unknown=%F0%9D%84%9E",
        `${path}/bookings?from=2027-01-01T00:00:00%2B01:00&state=cancelled`,
      ]);
      await expectQueries(first, 400, [
        "/rooms?limit=0",
        "/rooms?limit=51",
        "/rooms?limit=5abc",
        "/rooms?limit=0x10",
        "/rooms?limit=",
        "/rooms?limit=1&limit=2",
        "/rooms?floor=61",
        "/rooms?floor=1.5",
        "/rooms?equipment=pool",
        "/rooms?equipment=phone&equipment=phone",
        "/rooms?after=nonsense",
        "/rooms?after=",
        "/rooms?floor=%zz",
        "/rooms?floor=%ff",
        "/rooms/%zz",
        "/rooms/not-a-uuid",
        `${path}/bookings?from=2027-01-01`,
        `${path}/bookings?state=open`,
        "/bookings/1",
      ]);
      expect((await first.get(`/rooms/${unknownId}`)).status).toBe(404);
      expect((await first.get(`/bookings/${unknownId}`)).status).toBe(404);
      expect((await first.post(`/rooms/${unknownId}/bookings`, newBooking(1))).status).toBe(404);
    },
  },
];
