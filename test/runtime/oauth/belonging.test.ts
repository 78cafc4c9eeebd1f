import { beforeEach, describe, expect, it } from "vitest";
import { type ClientCredentialsOptions, clientCredentials } from "../../../runtime/oauth/index.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import { createStandInIssuer, type StandInIssuer } from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
beforeEach(() => {
  issuer = createStandInIssuer();
});

const credentialsWith = (options: Partial<ClientCredentialsOptions> = {}) =>
  clientCredentials({ clientId: "client-1", clientSecret: "secret-1", ...options });
const identity = (over = {}) => clientIdentity({ fetch: issuer.fetch, ...over });
const bindWith = (options: Partial<ClientCredentialsOptions> = {}) =>
  credentialsWith(options).bind(identity());
const operation = operationWith("a", "b");

describe("credentials", () => {
  it.each([
    { part: "environment", other: { environment: "production" } },
    { part: "environment", other: { environment: undefined } },
    { part: "issuer", other: { issuer: "https://issuer.example/" } },
    { part: "baseUrl", other: { baseUrl: "https://api.example.org" } },
  ])("bound to one client refuse a client with another $part ($other)", ({ part, other }) => {
    const credentials = credentialsWith();
    credentials.bind(identity());
    credentials.bind(identity());
    expect(() => credentials.bind(identity(other))).toThrow(
      expect.objectContaining({ code: "credentials-mismatch", part }),
    );
    expect(issuer.urls).toEqual([]);
  });

  it("with a declared environment or issuer refuse another client immediately", () => {
    const elsewhere = (options: Partial<ClientCredentialsOptions>) => () => bindWith(options);
    expect(elsewhere({ environment: "production" })).toThrow(
      expect.objectContaining({ code: "credentials-mismatch", expected: "production", received: "sandbox" }),
    );
    expect(elsewhere({ issuer: "https://other.example" })).toThrow(
      expect.objectContaining({ code: "credentials-mismatch", part: "issuer" }),
    );
  });

  it("provide the issuer for a client without one, and require one of the two", async () => {
    const own = credentialsWith({ issuer: issuer.issuer }).bind(identity({ issuer: undefined }));
    expect(tokenIn(await own.authorize(operation, unlimited()))).toBe("token-1");
    expect(() => credentialsWith().bind(identity({ issuer: undefined }))).toThrow("`issuer` is missing");
  });

  it.each([
    [{ clientId: "" }, "clientId"],
    [{ clientSecret: "" }, "clientSecret"],
    [{ issuer: "issuer.example" }, "issuer"],
    [{ issuer: "http://issuer.example" }, "issuer"],
    [{ issuer: "https://user:pw@issuer.example" }, "issuer"],
    [{ issuer: "https://issuer.example?x=1" }, "issuer"],
    [{ scopes: ["two words"] }, "scopes"],
    [{ renewBeforeMs: -1 }, "renewBeforeMs"],
    [{ timeoutMs: Number.NaN }, "timeoutMs"],
    [{ clientAuthentication: "private_key_jwt" }, "clientAuthentication"],
    [{ tokenUrl: "https://issuer.example/token" }, "tokenUrl"],
  ])("refuse %j by name", (options, option) => {
    expect(() => credentialsWith(options as Partial<ClientCredentialsOptions>)).toThrow(
      expect.objectContaining({ code: "invalid-option", option }),
    );
  });

  it.each(["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"])(
    "accept %s, for tests",
    (address) => {
      expect(() => credentialsWith({ issuer: address })).not.toThrow();
    },
  );
});
