import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { runApi } from "../../../../commands/conform/api/run/run-api.js";
import { createHttpSend } from "../../../../commands/conform/exchange/http-send.js";
import type { Report } from "../../../../commands/conform/result.js";
import { amply, failures } from "../../../support/commands/conform/api/run-shop.js";
import { loadText } from "../../../support/commands/mock/pets.js";

const contract = `openapi: 3.1.0
info: { title: Seats, version: "1" }
paths:
  /seats:
    post:
      operationId: addSeat
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewSeat" } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Seat" } } } }
        "400": { description: refused }
        "409": { description: The name is taken. }
  /seats/{seatId}:
    parameters: [{ name: seatId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getSeat
      responses:
        "200":
          description: one
          headers: { ETag: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Seat" } } }
        "404": { description: unknown }
    put:
      operationId: changeSeat
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewSeat" } } } }
      responses:
        "200": { description: changed, content: { application/json: { schema: { $ref: "#/components/schemas/Seat" } } } }
        "400": { description: refused }
        "404": { description: unknown }
        "409": { description: The name is taken. }
        "412": { description: It has changed. }
components:
  schemas:
    NewSeat: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 } } }
    Seat: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
`;

/** Where a server waits, as for a database, between looking and writing. */
type Race = "ids" | "names" | "changes";

/** Of a database that is elsewhere. */
const latencyMs = 10;

interface Seat {
  readonly id: number;
  readonly name: string;
}

function seats(race?: Race): Hono {
  const all = new Map<number, Seat & { readonly version: number }>();
  let last = 0;
  const pause = (at: Race): Promise<void> =>
    race === at ? new Promise((resolve) => setTimeout(resolve, latencyMs)) : Promise.resolve();
  const isTaken = (name: string, own?: number): boolean =>
    [...all.values()].some((seat) => seat.name === name && seat.id !== own);
  const nameIn = (body: unknown): string | undefined => {
    const { name } = Object(body) as { readonly name?: unknown };
    return typeof name === "string" && name !== "" && [...name].length <= 60 ? name : undefined;
  };
  const app = new Hono();
  app.post("/seats", async (context) => {
    const name = nameIn(await context.req.json().catch(() => undefined));
    if (name === undefined) return context.body(null, 400);
    if (isTaken(name)) return context.body(null, 409);
    await pause("names");
    const id = last + 1;
    await pause("ids");
    last = id;
    all.set(id, { id, name, version: 1 });
    return context.json({ id, name }, 201);
  });
  app.get("/seats/:id", (context) => {
    const seat = all.get(Number(context.req.param("id")));
    if (seat === undefined) return context.body(null, 404);
    const { version, ...shown } = seat;
    return context.json(shown, 200, { etag: `"${version}"` });
  });
  app.put("/seats/:id", async (context) => {
    const name = nameIn(await context.req.json().catch(() => undefined));
    const seat = all.get(Number(context.req.param("id")));
    if (seat === undefined) return context.body(null, 404);
    if (name === undefined) return context.body(null, 400);
    const wanted = context.req.header("if-match");
    if (wanted !== undefined && wanted !== `"${seat.version}"`) return context.body(null, 412);
    if (isTaken(name, seat.id)) return context.body(null, 409);
    await pause("changes");
    all.set(seat.id, { id: seat.id, name, version: seat.version + 1 });
    return context.json({ id: seat.id, name });
  });
  return app;
}

async function run(race?: Race): Promise<Report> {
  const { port, close } = await new Promise<{ port: number; close: () => void }>((resolve) => {
    const { fetch } = seats(race);
    const options = { fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false };
    const server = serve(options, ({ port: own }) => resolve({ port: own, close: () => server.close() }));
  });
  const http = createHttpSend(() => performance.now());
  try {
    return await runApi({
      contracts: await loadText(contract),
      contract: "seats.yaml",
      url: `http://127.0.0.1:${port}`,
      identities: [],
      limits: amply,
      seed: 7,
      only: ["at-once/*"],
      send: http.send,
      now: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
  } finally {
    http.close();
    close();
  }
}

describe("requests at once", () => {
  it("find nothing on a server that looks and writes in one step", async () => {
    const { results } = await run();
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ["at-once/addSeat", "passed"],
      ["at-once/addSeat/same", "passed"],
      ["at-once/changeSeat", "passed"],
    ]);
  });

  it.each([
    [
      "ids",
      /^at-once\/addSeat \(must\): the server gives two items of addSeat that are made at once the same id/,
    ],
    ["names", /^at-once\/addSeat\/same \(must\): the server makes the same item of addSeat more than once/],
    [
      "changes",
      /^at-once\/changeSeat \(must\): the server carries out changeSeat more than once for one ETag/,
    ],
  ] as const)("find a race for %s", async (race, failure) => {
    expect(failures(await run(race))).toContainEqual(expect.stringMatching(failure));
  });
});
