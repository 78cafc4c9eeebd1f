import { beforeEach, describe, expect, it } from "vitest";
import { createSignIn } from "../../../runtime/oauth/index.js";
import { sessionAt } from "../../support/runtime/oauth/session.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

const time = Date.UTC(2030, 0, 1);
let issuer: StandInIssuer;
beforeEach(() => {
  issuer = createStandInIssuer("https://issuer.example", { now: () => time });
});

const session = (over = {}) => sessionAt(time, over);
const signInWith = () =>
  createSignIn({
    ...standInClient,
    environment: "sandbox",
    issuer: issuer.issuer,
    fetch: issuer.fetch,
    now: () => time,
  });

describe("an ID token returned by a refresh", () => {
  const refreshWith = async (claims: Record<string, unknown>) => {
    const idToken = await issuer.sign(claims);
    issuer.onToken = () =>
      json({ access_token: "access-2", token_type: "Bearer", refresh_token: "r2", id_token: idToken });
    return await signInWith().refresh(session());
  };

  it("replaces the old one", async () => {
    expect(await refreshWith({ name: "Ada" })).toMatchObject({ claims: { sub: "ada", name: "Ada" } });
    expect(await refreshWith({ nonce: "n" })).toMatchObject({ claims: { nonce: "n" } });
  });

  it.each([
    ["of another user", { sub: "eve" }, "subject"],
    ["with another nonce", { nonce: "other" }, "nonce"],
    ["of another issuer", { iss: "https://other.example" }, "issuer"],
  ])("%s is refused", async (_case, claims, reason) => {
    await expect(refreshWith(claims)).rejects.toMatchObject({ code: "id-token-invalid", reason });
  });

  it("that can't be verified is omitted, and the new refresh token is kept", async () => {
    issuer.onKeys = () => json({}, 503);
    const { expiresAt: _, ...kept } = session();
    expect(await refreshWith({ name: "Ada" })).toEqual({
      ...kept,
      accessToken: "access-2",
      refreshToken: "r2",
    });
  });

  it("isn't requested with a session of another environment", async () => {
    await expect(signInWith().refresh(session({ environment: "production" }))).rejects.toMatchObject({
      code: "credentials-mismatch",
    });
    expect(issuer.urls).toEqual([]);
  });
});
