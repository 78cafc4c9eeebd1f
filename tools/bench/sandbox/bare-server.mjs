// The least that an API with tokens does: one route of Hono that verifies a JWT with jose, signature, issuer, audience, expiry and scope, and answers
// what it was given.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createLocalJWKSet, jwtVerify } from "jose";
import { answerMessages } from "../delivery/process.mjs";

const { issuer, path, content } = JSON.parse(process.argv[2]);
const configuration = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
const keys = createLocalJWKSet(await (await fetch(configuration.jwks_uri)).json());
const audience = "urn:oipkit:sandbox:commerce";
const options = { issuer: configuration.issuer, audience, algorithms: ["ES256"], typ: "at+jwt" };
const body = JSON.parse(content);

const app = new Hono();
app.get(path, async (context) => {
  const [scheme, token = ""] = (context.req.header("authorization") ?? "").split(" ");
  if (scheme !== "Bearer") return context.json({ code: "token-missing" }, 401);
  try {
    const { payload } = await jwtVerify(token, keys, options);
    if (!String(payload.scope).split(" ").includes("commerce.catalog.read"))
      return context.json({ code: "scope-missing" }, 403);
  } catch {
    return context.json({ code: "token-refused" }, 401);
  }
  return context.json(body);
});

answerMessages({});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.send({ kind: "listening", port }),
);
