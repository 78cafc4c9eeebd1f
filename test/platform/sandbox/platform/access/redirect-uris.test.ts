import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redirectUriProblem } from "../../../../../platform/sandbox/platform/access/index.js";

describe("a callback URL", () => {
  it.each([
    "https://shop.example/callback",
    "https://shop.example",
    "https://shop.example:8443/a/b?next=%2Fhome",
    "https://xn--fiqs8s.example/",
    "http://127.0.0.1:3000/callback",
    "http://localhost/callback",
    "http://[::1]:8080/",
  ])("%s can be registered in the sandbox", (uri) => {
    expect(redirectUriProblem(uri, "sandbox")).toBeUndefined();
  });

  it.each([
    ["", "isn't an absolute URL"],
    ["/callback", "isn't an absolute URL"],
    ["shop.example/callback", "isn't an absolute URL"],
    ["http://shop.example/callback", "must use https"],
    ["http://127.0.0.1.example/", "must use https"],
    ["http://localhost.example/", "must use https"],
    ["http://0.0.0.0/", "must use https"],
    ["http://10.0.0.1/", "must use https"],
    ["ftp://shop.example/", "must use https"],
    ["javascript:alert(1)", "must use https"],
    ["data:text/html,x", "must use https"],
    ["com.example.app:/callback", "must use https"],
    ["https://*.shop.example/callback", "wildcard"],
    ["https://shop.example/*", "wildcard"],
    ["https://shop.example/callback?x=*", "wildcard"],
    ["https://ada@shop.example/", "user name"],
    ["https://ada:secret@shop.example/", "user name"],
    ["https://shop.example/#done", "fragment"],
    ["https://shop.example/callback#", "fragment"],
    ["https://SHOP.example/callback", "normal form"],
    ["HTTPS://shop.example/callback", "normal form"],
    ["https://shop.example:443/callback", "normal form"],
    ["https://shop.example/a/../callback", "normal form"],
    ["https://shop.example/a/%2e%2e/callback", "normal form"],
    ["https:\\\\shop.example\\callback", "normal form"],
    ["https:shop.example/callback", "normal form"],
    [" https://shop.example/callback", "normal form"],
    ["https://shop.example/call\tback", "normal form"],
    ["https://shop.example/call back", "normal form"],
    ["https://shop.example/中", "normal form"],
    [`https://shop.example/${"a".repeat(2048)}`, "longer"],
  ])("%j is refused", (uri, problem) => {
    expect(redirectUriProblem(uri, "sandbox")).toContain(problem);
  });

  it("of this machine is refused in production", () => {
    expect(redirectUriProblem("http://127.0.0.1:3000/callback", "production")).toContain("https");
  });

  it("that is accepted is parsed as it is written, by HTTPS or on this machine, whatever was given", () => {
    const parts = ["https:", "http:", "//", "/", "\\", "shop.example", "[::1]", "127.0.0.1", ":443", ":8080"];
    const given = fc
      .array(fc.constantFrom(...parts, "*", "@", "#", "?", "..", "%2e", "%2A", " ", "\t", "é", "A"), {
        maxLength: 8,
      })
      .map((chosen) => `https://${chosen.join("")}`);
    fc.assert(
      fc.property(given, (uri) => {
        if (redirectUriProblem(uri, "production") !== undefined) return;
        const url = new URL(uri);
        expect([uri, `${uri}/`]).toContain(url.href);
        expect(url).toMatchObject({ protocol: "https:", username: "", password: "", hash: "" });
        expect(uri).not.toMatch(/[*\s#\\]/);
      }),
    );
  });
});
