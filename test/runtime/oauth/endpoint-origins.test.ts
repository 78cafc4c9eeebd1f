import { beforeEach, describe, expect, it } from "vitest";
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createSignIn,
  type SignInOptions,
} from "../../../runtime/oauth/index.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
beforeEach(() => {
  issuer = createStandInIssuer();
});

const operation = operationWith("a");
const elsewhere = "https://tokens.example";
const bindIdentity = (options: Partial<ClientCredentialsOptions> = {}, at = issuer.issuer) =>
  clientCredentials({ clientId: "client-1", clientSecret: "secret-1", ...options }).bind(
    clientIdentity({ issuer: at, fetch: issuer.fetch }),
  );
const signInWith = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch, ...options });

describe("an endpoint of another origin than the issuer's", () => {
  it("gets no secret, not even on this machine", async () => {
    await using thief = await startServer((_, response) =>
      sendJson(response, 200, { access_token: "forged", token_type: "Bearer" }),
    );
    await using home = await startServer((_, response) =>
      sendJson(response, 200, { issuer: home.origin, token_endpoint: `${thief.origin}/token` }),
    );
    const identity = clientCredentials({ clientId: "client-1", clientSecret: "secret-1" }).bind(
      clientIdentity({ issuer: home.origin }),
    );
    await expect(identity.authorize(operation, unlimited())).rejects.toMatchObject({
      code: "token-request-failed",
      reason: "foreign-origin",
      message: expect.stringContaining(thief.origin),
    });
    expect(thief.received).toEqual([]);
  });

  it.each([
    `${elsewhere}/token?code=1`,
    "https://issuer.example:8443/token",
    "https://issuer.example.evil/token",
  ])("as the token endpoint %s is refused over https, too", async (address) => {
    issuer.metadata = { token_endpoint: address };
    const failed = Promise.resolve(bindIdentity().authorize(operation, unlimited()));
    const error = await failed.catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "token-request-failed", reason: "foreign-origin" });
    expect(error.message).not.toContain("code=1");
    expect(issuer.asked).toEqual([]);
  });

  it("as the token endpoint is used if `endpointOrigins` names its origin", async () => {
    issuer.metadata = { token_endpoint: `${elsewhere}/token` };
    const identity = bindIdentity({ endpointOrigins: [elsewhere] });
    expect(tokenIn(await identity.authorize(operation, unlimited()))).toBe("token-1");
    expect(issuer.urls[1]).toBe(`${elsewhere}/token`);
  });

  it("gives no signing keys, unless `endpointOrigins` names its origin", async () => {
    const complete = async (options: Partial<SignInOptions>) => {
      const signIn = signInWith(options);
      const { transaction } = await signIn.begin();
      const idToken = await issuer.sign({ nonce: transaction.nonce });
      issuer.onToken = () => json({ access_token: "t", token_type: "Bearer", id_token: idToken });
      return await signIn.complete(`/callback?code=c&state=${transaction.state}`, transaction);
    };
    issuer.metadata = { jwks_uri: `${elsewhere}/keys` };
    const refused = { code: "discovery-failed", document: "keys", reason: "foreign-origin" };
    await expect(complete({})).rejects.toMatchObject(refused);
    expect(issuer.count("/keys")).toBe(0);
    expect(await complete({ endpointOrigins: [elsewhere] })).toMatchObject({ claims: { sub: "ada" } });
  });

  it.each(["authorization_endpoint", "end_session_endpoint"])(
    "gets no browser as the %s, unless `endpointOrigins` names its origin",
    async (endpoint) => {
      issuer.metadata = { [endpoint]: `${elsewhere}/page` };
      const addressWith = async (options: Partial<SignInOptions>): Promise<string | undefined> => {
        const signIn = signInWith(options);
        if (endpoint === "authorization_endpoint") return (await signIn.begin()).url;
        return signIn.endSessionUrl();
      };
      const refused = { code: "discovery-failed", reason: "foreign-origin" };
      await expect(addressWith({})).rejects.toMatchObject(refused);
      expect(await addressWith({ endpointOrigins: [elsewhere] })).toContain(`${elsewhere}/page?`);
    },
  );
});

describe("an issuer with plain HTTP", () => {
  const address = "http://issuer.internal";

  it("on another machine is refused by every identity, and allowed only by option", async () => {
    issuer = createStandInIssuer(address);
    expect(() => bindIdentity()).toThrow("`allowInsecureHttp`");
    expect(() => signInWith()).toThrow("`allowInsecureHttp`");
    expect(issuer.urls).toEqual([]);
    const identity = bindIdentity({ allowInsecureHttp: true });
    expect(tokenIn(await identity.authorize(operation, unlimited()))).toBe("token-1");
    expect((await signInWith({ allowInsecureHttp: true }).begin()).url).toContain(`${address}/authorize?`);
  });

  it("is never named by one with https, whatever is allowed", async () => {
    issuer.metadata = { token_endpoint: "http://issuer.example/token" };
    const identity = bindIdentity({ allowInsecureHttp: true, endpointOrigins: ["http://issuer.example"] });
    await expect(identity.authorize(operation, unlimited())).rejects.toMatchObject({ reason: "insecure" });
    expect(issuer.asked).toEqual([]);
  });
});

it.each([
  [{ endpointOrigins: elsewhere }, "endpointOrigins"],
  [{ endpointOrigins: [`${elsewhere}/token`] }, "endpointOrigins"],
  [{ endpointOrigins: ["http://tokens.example"] }, "endpointOrigins"],
  [{ endpointOrigins: ["*"] }, "endpointOrigins"],
  [{ allowInsecureHttp: "yes" }, "allowInsecureHttp"],
  [{ maxAnswerBytes: 0 }, "maxAnswerBytes"],
  [{ maxAnswerBytes: "1" }, "maxAnswerBytes"],
])("refuses %j by name", (options, option) => {
  const refused = expect.objectContaining({ code: "invalid-option", option });
  expect(() => bindIdentity(options as object)).toThrow(refused);
  expect(() => signInWith(options as object)).toThrow(refused);
});
