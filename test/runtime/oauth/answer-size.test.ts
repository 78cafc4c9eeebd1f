import { describe, expect, it } from "vitest";
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createSignIn,
} from "../../../runtime/oauth/index.js";
import { bombs, startEndlessServer } from "../../support/runtime/http/endless-server.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";
import { clientIdentity, operationWith, unlimited } from "../../support/runtime/oauth/client-identity.js";
import { createStandInIssuer, json, standInClient } from "../../support/runtime/oauth/stand-in-issuer.js";

const MiB = 1024 ** 2;
/** What the two ends of a connection may hold beside the limit. */
const inFlight = 16 * MiB;
const operation = operationWith("a");
const piece = Buffer.alloc(64 * 1024, " ");

const authorizeAt = (issuer: string, options: Partial<ClientCredentialsOptions> = {}) =>
  clientCredentials({ clientId: "client-1", clientSecret: "secret-1", ...options })
    .bind(clientIdentity({ issuer }))
    .authorize(operation, unlimited());

describe("an answer of the issuer", () => {
  it("without end, as its discovery document, is read up to 1 MiB, and its connection is closed", async () => {
    await using server = await startEndlessServer({ piece });
    await expect(authorizeAt(server.origin)).rejects.toMatchObject({
      code: "discovery-failed",
      document: "configuration",
      reason: "too-large",
      status: 200,
      message: expect.stringContaining("`maxAnswerBytes`"),
    });
    expect(await server.closed).toBe("early");
    expect(server.written()).toBeLessThan(MiB + inFlight);
  });

  it.each(bombs)("that %s makes small is counted as decoded", async (coding, bomb) => {
    await using server = await startServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json", "content-encoding": coding }).end(bomb),
    );
    const failed = authorizeAt(server.origin);
    await expect(failed).rejects.toMatchObject({ code: "discovery-failed", reason: "too-large" });
  });

  it("without end, from its token endpoint, is read up to the limit", async () => {
    await using server = await startServer((request, response) => {
      if (request.method === "GET")
        return sendJson(response, 200, { issuer: server.origin, token_endpoint: `${server.origin}/token` });
      response.writeHead(200, { "content-type": "application/json", "content-length": 2 * MiB });
      response.write(piece);
    });
    await expect(authorizeAt(server.origin)).rejects.toMatchObject({
      code: "token-request-failed",
      reason: "too-large",
    });
    await expect(authorizeAt(server.origin, { maxAnswerBytes: 10 })).rejects.toMatchObject({
      code: "discovery-failed",
      reason: "too-large",
    });
  });

  it("that is too large gives no signing keys", async () => {
    const issuer = createStandInIssuer();
    const signIn = createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch });
    const { transaction } = await signIn.begin();
    const idToken = await issuer.sign({ nonce: transaction.nonce });
    issuer.onToken = () => json({ access_token: "t", token_type: "Bearer", id_token: idToken });
    issuer.onKeys = () => json({ keys: [], padding: "x".repeat(MiB) });
    const completed = signIn.complete(`/callback?code=c&state=${transaction.state}`, transaction);
    await expect(completed).rejects.toMatchObject({
      code: "discovery-failed",
      document: "keys",
      reason: "too-large",
    });
  });
});
