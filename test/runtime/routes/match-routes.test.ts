import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchRoutes } from "../../../runtime/routes/index.js";

const route = (method: string, path: string) => ({
  id: `${method} ${path}`,
  method,
  path,
  security: [],
  parameters: [],
  requiredHeaders: [],
  answers: {},
});

const match = matchRoutes(
  [
    "GET /things",
    "POST /things",
    "GET /things/{id}",
    "POST /things/{id}:close",
    "GET /things/mine",
    "GET /{kind}/{id}",
    "GET /ranges/{from}..{to}.json",
  ].map((text) => {
    const [method = "", path = ""] = text.split(" ");
    return route(method, path);
  }),
);

function found(method: string, path: string): unknown {
  const result = match(method, path);
  if (result.kind === "route") return [result.route.path, { ...result.parameters }];
  return result;
}

describe("matchRoutes", () => {
  test("prefers the route with the most literal characters", () => {
    expect(found("GET", "/things/mine")).toEqual(["/things/mine", {}]);
    expect(found("GET", "/things/1")).toEqual(["/things/{id}", { id: "1" }]);
    expect(found("GET", "/others/1")).toEqual(["/{kind}/{id}", { kind: "others", id: "1" }]);
    expect(found("POST", "/things/1:close")).toEqual(["/things/{id}:close", { id: "1" }]);
    expect(found("GET", "/ranges/1..2...json")).toEqual([
      "/ranges/{from}..{to}.json",
      { from: "1", to: "2.." },
    ]);
  });

  test("decodes parameters after matching, so an encoded slash or colon is part of a value", () => {
    expect(found("GET", "/things/a%2Fb%20%E2%82%AC")).toEqual(["/things/{id}", { id: "a/b €" }]);
    expect(found("POST", "/things/1%3Aclose")).toEqual({ kind: "other-method", allowed: ["GET"] });
    expect(found("GET", "/things/%E0%A4%A")).toEqual({ kind: "malformed" });
  });

  test("tells another method from an unknown path", () => {
    expect(found("DELETE", "/things")).toEqual({ kind: "other-method", allowed: ["GET", "POST"] });
    expect(found("DELETE", "/things/mine")).toEqual({ kind: "other-method", allowed: ["GET"] });
    for (const path of ["/thing", "/things/", "/things//", "", "/", "/things/1/2", "/Things"])
      expect(found("GET", path)).toEqual({ kind: "none" });
  });

  test("a parameter may be named like a member of Object.prototype", () => {
    const result = matchRoutes([route("GET", "/{__proto__}/{constructor}")])("GET", "/a/b");
    expect(result.kind === "route" && Object.entries(result.parameters)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
  });

  test("returns the values that a path was made of, and takes no longer for hostile paths", () => {
    const value = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter(isEncodable);
    fc.assert(
      fc.property(value, (id) => {
        const path = `/things/${encodeURIComponent(id)}`;
        expect(found("GET", path)).toEqual(id === "mine" ? ["/things/mine", {}] : ["/things/{id}", { id }]);
        expect(found("POST", `${path}:close`)).toEqual(["/things/{id}:close", { id }]);
      }),
    );
    const many = matchRoutes([route("GET", "/{a}-{b}-{c}-{d}-{e}!")]);
    expect(many("GET", `/${"-".repeat(100_000)}`)).toEqual({ kind: "none" });
  });
});

function isEncodable(text: string): boolean {
  try {
    return encodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}
