import fc from "fast-check";
import { expect, test } from "vitest";
import { type Asking, apiPlatform } from "../../../support/platform/sandbox/api/api-platform.js";
import { cancel, checkout, list, read, snapshot } from "../../../support/platform/sandbox/api/denial-row.js";

/** Every place of a request that somebody else decides, with a marker in it. */
const places = [
  "token",
  "key",
  "header",
  "query",
  "acting",
  "body",
  "member",
  "path",
  "cookie",
  "idOfPath",
  "raw",
] as const;
type Place = (typeof places)[number];

function marked(request: Asking, place: Place, marker: string): Asking {
  const [path = "", query = ""] = request.path.split("?");
  const with_ = (more: string) => `${path}?${query}${query === "" ? "" : "&"}${more}`;
  switch (place) {
    case "token":
      return { ...request, token: marker };
    case "key":
      return { ...request, key: marker };
    case "header":
      return { ...request, headers: { "x-organization-id": marker, authorization: `Basic ${marker}` } };
    case "cookie":
      return { ...request, headers: { cookie: `session=${marker}` } };
    case "query":
      return { ...request, path: with_(`access_token=${marker}`) };
    case "acting":
      return { ...request, path: with_(`acting_organization_id=${marker}`) };
    case "path":
      // A client that sends its token in the path.
      return { ...request, token: marker, path: `/open-platform/v1/${marker}` };
    case "idOfPath":
      return { ...request, token: marker, path: `${read.path}${marker}` };
    case "body":
      return { ...request, body: { organization_id: marker, product_code: marker, plan_code: marker } };
    case "member":
      return { ...request, body: { [marker]: marker, secret: marker } };
    case "raw":
      return { ...request, body: undefined, raw: `{"a": ${marker}` };
  }
}

/** Places whose content is shown with a request, since it is what was sent. Everything else is never shown. */
const ofBodies: readonly Place[] = ["body", "member", "raw"];

test("the log never keeps a token, a key, a header, a query or a part of a body, and shows of these only what a body has", async () => {
  const requests = fc.constantFrom(read, list, cancel, checkout, snapshot);
  // As access tokens and client secrets look like.
  const markers = fc.stringMatching(/^[A-Za-z0-9_-]{24,48}$/).map((text) => `MARK${text}`);
  const api = await apiPlatform();
  const followed: unknown[] = [];
  api.log.onEntry((entry) => followed.push(entry));
  await fc.assert(
    fc.asyncProperty(requests, fc.constantFrom(...places), markers, async (request, place, marker) => {
      const asking = marked(request, place, marker);
      const isRead = asking.method === undefined;
      const { entry } = await api.ask(isRead ? { ...asking, body: undefined, raw: undefined } : asking);
      const { request_body, answer_body, ...kept } = entry;
      const shown = ofBodies.includes(place) ? kept : { kept, request_body, answer_body };
      expect(JSON.stringify(shown)).not.toContain(marker);
      expect(JSON.stringify(shown)).not.toContain(marker.slice(4));
    }),
    { numRuns: 150 },
  );
  expect(JSON.stringify(api.log.list({ limit: 1000 }))).not.toContain("MARK");
  expect(followed.length).toBeGreaterThan(0);
  expect(JSON.stringify(followed)).not.toContain("MARK");
  expect(api.failures.map(String)).toEqual([]);
});

test("a body that is shown has no token of its own request, and nothing under a secret's name", async () => {
  const api = await apiPlatform();
  const token = "MARKtokenOfTheRequest0123456789";
  const known = api.tokens.get("service");
  if (known !== undefined) api.tokens.set(token, known);
  const body = { organization_id: token, secret: "MARKsecret", nested: [{ accessToken: "MARKaccess" }] };
  const { entry } = await api.ask({ ...checkout, token, body });
  expect(entry.request_body).toMatchObject({ state: "kept", masked: ["secret", "accessToken"] });
  expect(JSON.stringify(entry)).not.toContain("MARK");
  const raw = `{"organization_id": "${token}", "client_secret": "MARKsecret", oops`;
  const broken = await api.ask({ ...checkout, token, body: undefined, raw });
  expect(broken.entry.request_body).toMatchObject({ masked: ["client_secret"] });
  expect(JSON.stringify(broken.entry)).not.toContain("MARK");
});

test("a failure of the sandbox shows neither its message nor what was sent", async () => {
  const api = await apiPlatform();
  api.tokens.get = () => {
    throw new Error("the database said: MARK");
  };
  const { status, body, entry } = await api.ask(read);
  expect([status, body.code]).toEqual([500, "failed"]);
  expect(entry).toMatchObject({ status: 500, failure: "Error" });
  expect(JSON.stringify([entry, body])).not.toContain("MARK");
  expect(api.failures).toHaveLength(1);
});
