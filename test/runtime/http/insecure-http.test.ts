import { describe, expect, test } from "vitest";
import { createHttpClient } from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

describe("a base URL with plain HTTP", () => {
  test.each([
    "http://api.example.com",
    "http://10.0.0.1",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
  ])("is refused at %s, before a token is asked for", (baseUrl) => {
    expect(() => createHttpClient({ baseUrl })).toThrow(
      expect.objectContaining({ code: "invalid-option", option: "baseUrl" }),
    );
  });

  test.each(["http://localhost:8080", "http://127.0.0.1", "http://127.8.9.1:1", "http://[::1]:8080"])(
    "is allowed at %s, on this machine",
    (baseUrl) => {
      expect(createHttpClient({ baseUrl }).baseUrl).toBe(baseUrl);
    },
  );

  test("is allowed elsewhere only by option", async () => {
    const { client, sent } = clientWith({ baseUrl: "http://api.internal", allowInsecureHttp: true });
    await client.call({ id: "read", method: "GET", path: "/a" });
    expect(sent.map(({ url }) => url)).toEqual(["http://api.internal/a"]);
    expect(() => clientWith({ baseUrl: "http://api.internal", allowInsecureHttp: false })).toThrow("baseUrl");
  });
});
