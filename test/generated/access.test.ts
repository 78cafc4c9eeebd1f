import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { AccessContextChanged } from "../../generated/events/types.js";
import { accessFor, createQuery } from "../../generated/platform/access.js";
import { createAccessGuard } from "../../runtime/access/index.js";
import { createHttpClient } from "../../runtime/http/index.js";
import { root } from "../support/generator/emit/contract-folder.js";
import { type LocalServer, sendJson, startServer } from "../support/runtime/http/local-server.js";

const event = JSON.parse(
  await readFile(`${root}contracts/examples/oem.access_context.changed.v1/full.json`, "utf8"),
) as AccessContextChanged;
const revision = event.data.access_revision;
const allowed = {
  product_access_allowed: true,
  access_revision: revision,
  roles: ["r"],
  entitlements: ["e"],
  capabilities: [],
};

const serve = (answer: (response: ServerResponse) => void): Promise<LocalServer> =>
  startServer((_, response) => answer(response));
const scopedClient = ({ origin }: LocalServer) =>
  createHttpClient({
    baseUrl: origin,
    authorize: () => ({ authorization: "Bearer secret-token" }),
    timeoutMs: 5_000,
  });

describe("accessFor", () => {
  test("calls the operation for the event's Application and id with an empty object, and returns the collections", async () => {
    await using server = await serve((response) => sendJson(response, 200, allowed));
    expect(await accessFor(scopedClient(server), event)).toEqual({
      kind: "allowed",
      revision,
      roles: ["r"],
      entitlements: ["e"],
      capabilities: [],
    });
    const [request] = server.received;
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe(
      `/open-platform/v1/applications/${event.data.open_platform_application_id}/events/${event.event_id}/access-snapshot`,
    );
    expect(request?.body.toString()).toBe("{}");
    expect(request?.headers["idempotency-key"]).toBeDefined();
  });

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      "false",
      (response) => sendJson(response, 200, { ...allowed, product_access_allowed: false }),
      "not-allowed",
    ],
    [
      "a missing boolean",
      (response) => sendJson(response, 200, { access_revision: revision }),
      "allowed-invalid",
    ],
    [
      "a string in place of the boolean",
      (response) => sendJson(response, 200, { ...allowed, product_access_allowed: "true" }),
      "allowed-invalid",
    ],
    [
      "an older revision",
      (response) => sendJson(response, 200, { ...allowed, access_revision: revision - 1 }),
      "revision-stale",
    ],
    [
      "no revision",
      (response) => sendJson(response, 200, { ...allowed, access_revision: undefined }),
      "revision-invalid",
    ],
    ["null", (response) => sendJson(response, 200, null), "allowed-invalid"],
    ["403 with a body that allows", (response) => sendJson(response, 403, allowed), "http-status"],
    ["500", (response) => sendJson(response, 500, {}), "http-status"],
    ["no content", (response) => response.writeHead(204).end(), "allowed-invalid"],
    [
      "an HTML page",
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      "call-failed",
    ],
    [
      "broken JSON",
      (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
      "call-failed",
    ],
    [
      "a redirect to another origin",
      (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      "call-failed",
    ],
    ["a connection that breaks", (response) => response.destroy(), "call-failed"],
  ])("restricts access on %s", async (_, answer, reason) => {
    await using server = await serve(answer);
    const access = await accessFor(scopedClient(server), event);
    expect(access).toMatchObject({ kind: "restricted", reason });
    expect(JSON.stringify(access)).not.toContain("secret");
  });

  test("restricts access on a timeout and an abort", async () => {
    await using server = await serve(() => {});
    const client = scopedClient(server);
    expect(await accessFor(client, event, { timeoutMs: 20 })).toMatchObject({
      reason: "call-failed",
      failure: { name: "TimeoutError", code: "timeout" },
    });
    expect(await accessFor(client, event, { signal: AbortSignal.abort() })).toMatchObject({
      failure: { code: "aborted" },
    });
  });

  test("restricts access if no token is available", async () => {
    await using server = await serve((response) => sendJson(response, 200, allowed));
    const client = createHttpClient({
      baseUrl: server.origin,
      authorize: () => Promise.reject(new Error("Bearer secret-token")),
    });
    const told: unknown[] = [];
    const access = await accessFor(client, event, { onRestricted: (...facts) => told.push(facts) });
    expect(access).toMatchObject({ kind: "restricted", reason: "call-failed" });
    expect(JSON.stringify(access)).not.toContain("secret");
    expect(told).toHaveLength(1);
    expect(server.received).toEqual([]);
  });

  test("keeps a subject restricted in a guard until a snapshot allows access", async () => {
    let isDown = true;
    await using server = await serve((response) =>
      isDown ? sendJson(response, 503, {}) : sendJson(response, 200, allowed),
    );
    const guard = createAccessGuard({ query: createQuery(scopedClient(server)) });
    const { organization_id, product_code, subject_id } = event.data;
    const subject = { organization_id, product_code, subject_id };
    expect(await guard.onEvent(event)).toMatchObject({ reason: "http-status" });
    expect(await guard.check(subject)).toMatchObject({ kind: "restricted" });
    isDown = false;
    expect(await guard.refresh(subject)).toMatchObject({ kind: "allowed" });
    expect(await guard.check(subject)).toMatchObject({ kind: "allowed", roles: ["r"] });
  });
});
