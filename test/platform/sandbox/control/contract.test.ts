import { routes } from "@oipkit/console/control/routes.js";
import { ControlError, createControlClient } from "@oipkit/sandbox/client";
import { expect, it } from "vitest";
import { startControlled, token } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

it.each([
  ["a member that the contract hasn't", "POST", "/organizations", '{"name":{"en":"a","zh":"b"},"id":"x"}'],
  ["no JSON", "POST", "/organizations", "{"],
  ["no UTF-8", "POST", "/organizations", new Uint8Array([0x22, 0xff, 0x22])],
  ["no body", "POST", "/organizations", null],
  ["a parameter that the contract hasn't", "GET", "/people?sort=name", undefined],
  ["a parameter twice", "GET", "/people?limit=1&limit=2", undefined],
  ["a limit that is no number", "GET", "/people?limit=all", undefined],
  ["a limit that is too high", "GET", "/people?limit=1001", undefined],
  ["an identity that there isn't", "PUT", "/applications/a/identities/robot", null],
])("refuses %s with the place", async (_, method, path, content) => {
  const { origin, sandbox } = await startControlled();
  const { view } = sandbox.world;
  const before = view.list("organization").length;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(content === undefined ? {} : { "content-type": "application/json" }),
  };
  const answer = await fetch(`${origin}/_sandbox${path}`, { method, headers, body: content ?? null });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: "request-invalid",
    problems: [{ message: expect.any(String) }],
  });
  expect(view.list("organization")).toHaveLength(before);
});

it("refuses a form, which a page of another origin could send", async () => {
  const { origin } = await startControlled();
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
  const init = { method: "POST", headers, body: '{"name":{"en":"a","zh":"b"}}' };
  expect((await fetch(`${origin}/_sandbox/organizations`, init)).status).toBe(400);
});

it("answers only what its contract has", async () => {
  const { origin } = await startControlled();
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${origin}/_sandbox/secrets`, { headers })).status).toBe(404);
  expect((await fetch(`${origin}/_sandbox/clock`, { method: "DELETE", headers })).status).toBe(405);
  expect((await fetch(`${origin}/_sandbox/applications/%ff`, { headers })).status).toBe(400);
});

it("says what is wrong to its client", async () => {
  const { origin, control } = await startControlled();
  const wrong = createControlClient({ control: `${origin}/_sandbox`, token: "another" });
  await expect(wrong.call("readState")).rejects.toMatchObject({ code: "token-missing", status: 401 });
  const nobody = createControlClient({ control: "http://127.0.0.1:1/_sandbox", token });
  await expect(nobody.call("readState")).rejects.toThrow(ControlError);
  await expect(nobody.call("readState")).rejects.toMatchObject({ code: "control-unreachable" });
  const missing = { path: { application_id: "app/../x" } };
  await expect(control.call("readApplication", missing)).rejects.toMatchObject({
    code: "unknown-application",
  });
});

it("has a handler for every route", async () => {
  const { origin } = await startControlled();
  for (const { method, path } of routes.filter(
    (route) => route.method === "GET" && route.id !== "followLogs",
  )) {
    const url = `${origin}/_sandbox${path.replaceAll(/\{\w+\}/g, "user")}`;
    const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    expect([200, 404], path).toContain(answer.status);
  }
});
