import { routeScopes } from "../api-route.js";
import { defineCheck, denied, passed } from "./check.js";

/** A valid access token: signed by an issuer of the sandbox, and neither expired nor ended. */
export const token = defineCheck({
  name: "token",
  clause: "§5.5",
  look: ({ claims, tokenProblem }) => ({
    presented: tokenProblem?.kind !== "missing",
    well_formed: claims !== undefined || tokenProblem?.kind === "refused",
    problem: tokenProblem?.kind === "refused" ? tokenProblem.problem : null,
    issued_at: claims === undefined ? null : new Date(claims.issuedAt).toISOString(),
  }),
  decide: ({ presented, well_formed, problem }) => {
    if (!presented) return denied("token-missing", "The request has no `authorization`.");
    if (!well_formed) return denied("token-malformed", "`authorization` isn't `Bearer` and a token.");
    if (problem === null) return passed;
    return denied("token-refused", `The token isn't accepted: ${problem}.`);
  },
});

/** The token was issued for the API product that the operation belongs to (§5.3). */
export const audience = defineCheck({
  name: "audience",
  clause: "§5.5",
  look: ({ claims, product }) => ({
    product: product?.code ?? null,
    wanted: product?.audience ?? null,
    token: claims?.audience ?? null,
  }),
  decide: ({ wanted, token, product }) => {
    if (wanted === null)
      return denied("audience-mismatch", "No API product of this environment has the operation's scope.");
    if (token === wanted) return passed;
    return denied(
      "audience-mismatch",
      `The API product ${product} has the audience ${wanted}; the token has another.`,
    );
  },
});

/** The environment of the base URL has the route, and is the one that the token was issued for (§1). */
export const environment = defineCheck({
  name: "environment",
  clause: "§5.3",
  look: ({ environment: called, route, claims }) => ({
    called,
    route: route.environments ?? null,
    token: claims?.environment ?? null,
  }),
  decide: ({ called, route, token }) => {
    if (route !== null && !route.includes(called))
      return denied("route-not-in-environment", `The route exists in ${route.join(", ")}, not in ${called}.`);
    if (token === called) return passed;
    return denied(
      "token-of-other-environment",
      `The token was issued for ${token}, the request is to ${called}.`,
    );
  },
});

/** The token's client is the current one of its application and identity, and the application is active. */
export const client = defineCheck({
  name: "client",
  clause: "§5.5",
  look: ({ client: found, application, claims, environment }) => ({
    client: found?.id ?? null,
    client_status: found?.status ?? null,
    same_application: found !== undefined && found.application === claims?.application,
    same_identity: found !== undefined && found.identity === claims?.identity,
    application: application?.id ?? null,
    application_status: application?.status ?? null,
    same_environment: application !== undefined && application.environment === environment,
  }),
  decide: (facts) => {
    if (facts.client === null || !facts.same_application || !facts.same_identity)
      return denied("client-unknown", "There is no such client of the token's application and identity.");
    if (facts.client_status !== "active")
      return denied("client-disabled", `The client ${facts.client} is disabled.`);
    if (facts.application_status !== "active")
      return denied(
        "application-revoked",
        `The application ${facts.application ?? "of the client"} isn't active.`,
      );
    if (!facts.same_environment)
      return denied(
        "token-of-other-environment",
        `The application ${facts.application} is of the other environment.`,
      );
    return passed;
  },
});

/** The operation and its API product are open to the identity; of a user, the person can still sign in. */
export const identity = defineCheck({
  name: "identity",
  clause: "§5.5",
  look: ({ claims, identities, product, person }) => ({
    identity: claims?.identity ?? null,
    operation: identities,
    product: product?.identities ?? [],
    person: person?.id ?? null,
    person_status: person?.status ?? null,
  }),
  decide: ({ identity: own, operation, product, person_status }) => {
    if (own === null || !operation.includes(own))
      return denied("identity-not-allowed", `The operation is open to: ${operation.join(", ")}.`);
    if (!product.includes(own))
      return denied("identity-not-allowed", `The API product is open to: ${product.join(", ")}.`);
    if (own === "user" && person_status !== "active")
      return denied("person-revoked", "The person of the token doesn't exist any more or is revoked.");
    return passed;
  },
});

/** The grant's scopes and audience are bound to the OAuth client (§3.2). */
export const binding = defineCheck({
  name: "binding",
  clause: "§3.2",
  look: ({ permission }) => ({ permission: permission?.id ?? null, binding: permission?.binding ?? null }),
  decide: ({ binding: state }) => {
    if (state === "bound") return passed;
    if (state === "temporarily-unverifiable")
      return denied("binding-unverifiable", "The binding is temporarily unverifiable.");
    return denied("binding-drifted", `The binding is ${state}.`);
  },
});

/** The token has every scope of an alternative of the operation. */
export const scopes = defineCheck({
  name: "scopes",
  clause: "§5.5",
  look: ({ route, claims }) => {
    const own = claims?.scopes ?? [];
    const alternatives = routeScopes(route);
    const met = alternatives.find((wanted) => wanted.every((scope) => own.includes(scope)));
    return {
      wanted: met ?? alternatives[0] ?? [],
      token: own,
      met: met !== undefined,
    };
  },
  decide({ wanted, met }) {
    if (met) return passed;
    return denied("scope-missing", `The operation requires ${wanted.join(" ")}; the token lacks it.`);
  },
});
