import type { IncomingMessage, ServerResponse } from "node:http";
import type { Interaction, InteractionResults, Provider } from "oidc-provider";
import { ensurePersonalSpace, giveConsent, listSpaces } from "../platform/access/index.js";
import type { View } from "../platform/draft.js";
import { html, type IdentityPage, renderPage } from "./pages/page.js";
import { type AskedScope, consentPage, signInPage } from "./pages/sign-in-pages.js";
import { askedLanguage, type PageLanguage, textsIn } from "./pages/texts.js";
import type { ChosenSpaces } from "./provider/claims.js";
import { usableClient } from "./provider/client-metadata.js";
import type { IssuerContext } from "./provider/issuer-context.js";

/** Answers a request for a sign-in page: shows it, or takes what was chosen there. */
export async function serveSignIn(
  parts: SignInParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { context, provider } = parts;
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  const language = askedLanguage(request, interaction?.params.ui_locales);
  if (interaction === undefined) return failed(response, 400, language);
  if (request.method === "GET" || request.method === "HEAD") {
    const page = await pageFor(parts, { interaction, language });
    if (page === undefined) return failed(response, 400, language);
    return send(response, 200, page);
  }
  if (request.method !== "POST") return failed(response, 405, language);
  if (isForeign(request, context.issuer)) return failed(response, 403, language);
  const form = await readForm(request);
  const result = form && (await finishSignIn(parts, { interaction, form }));
  if (result === undefined) return failed(response, 400, language);
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: !("error" in result),
  });
}

async function pageFor(
  { context, spaces }: SignInParts,
  { interaction, language }: { readonly interaction: Interaction; readonly language: PageLanguage },
): Promise<IdentityPage | undefined> {
  const { world, environment } = context;
  const { params, prompt, session, grantId } = interaction;
  const text = (value: unknown): string | undefined => {
    if (typeof value === "string") return value;
    return undefined;
  };
  const { firstParty } = context;
  const client = usableClient(context, text(params.client_id) ?? "");
  let name = client && world.view.get("application", client.application)?.name;
  if (params.client_id === firstParty.clientId) name = firstParty.name;
  if (name === undefined) return undefined;
  const shown = { language, environment, application: name, target: text(params.redirect_uri) };
  if (prompt.name === "login")
    return signInPage({
      ...shown,
      people: world.view.list("person", { status: "active" }),
      hint: text(params.login_hint),
    });
  const person = world.view.get("person", session?.accountId ?? "");
  if (prompt.name !== "consent" || person === undefined || client === undefined) return undefined;
  return consentPage({
    ...shown,
    person,
    scopes: askedScopes(world.view, interaction),
    spaces: listSpaces(world.view, person.id),
    chosen: (await spaces.find(grantId, client.id))?.space.membership_id,
  });
}

function failed(response: ServerResponse, status: number, language: PageLanguage): void {
  const texts = textsIn(language);
  send(
    response,
    status,
    renderPage({ language, title: texts.error, content: html`<p>${texts.errorText}</p>` }),
  );
}

function send(response: ServerResponse, status: number, { headers, body }: IdentityPage): void {
  response.writeHead(status, headers).end(body);
}

/** What a person chose on a page, as the library takes it; `undefined` if the form doesn't belong to the page. */
async function finishSignIn(
  parts: SignInParts,
  { interaction, form }: { readonly interaction: Interaction; readonly form: URLSearchParams },
): Promise<InteractionResults | undefined> {
  const { name } = interaction.prompt;
  if (form.get("prompt") !== name) return undefined;
  if (form.get("allow") === "no")
    return { error: "access_denied", error_description: "the person refused the sign-in" };
  if (name === "login") return await login(parts, form.get("person") ?? "");
  if (name === "consent") return await consent(parts, { interaction, space: form.get("space") ?? "" });
  return undefined;
}

/** Someone without a space gets a personal one now (§2.1). */
async function login(
  { context: { world } }: SignInParts,
  person: string,
): Promise<InteractionResults | undefined> {
  if (world.view.get("person", person)?.status !== "active") return undefined;
  if (listSpaces(world.view, person).length === 0) await world.run(ensurePersonalSpace, { person });
  return { login: { accountId: person } };
}

async function consent(
  { context, provider, spaces }: SignInParts,
  { interaction, space }: { readonly interaction: Interaction; readonly space: string },
): Promise<InteractionResults | undefined> {
  const { world } = context;
  const { params, prompt, session, grantId } = interaction;
  const person = session?.accountId;
  const client = usableClient(context, String(params.client_id));
  const isTheirs =
    person !== undefined && listSpaces(world.view, person).some(({ membership }) => membership.id === space);
  if (client === undefined || person === undefined || !isTheirs) return undefined;

  await world.run(giveConsent, {
    application: client.application,
    person,
    scopes: askedScopes(world.view, interaction).map(({ name }) => name),
  });
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: person, clientId: client.id });
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = prompt.details as {
    missingOIDCScope?: string[];
    missingOIDCClaims?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
    grant.addResourceScope(resource, scopes.join(" "));
  const id = await grant.save();
  await spaces.choose(id, space);
  return { consent: { grantId: id } };
}

/** More than any form of the issuer's pages; guessed. */
const maxBytes = 16 * 1024;

/** The fields of a posted form, or `undefined` if it is too large or no form. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(request.headers["content-type"] ?? ""))
    return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/** Whether a browser says that a request comes from a page of another origin. */
function isForeign({ headers }: IncomingMessage, issuer: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (origin !== undefined && origin !== new URL(issuer).origin) return true;
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** What an application asks a person for: the request's scopes, with the descriptions of the API products that publish them. */
function askedScopes(view: View, { params }: Interaction): readonly AskedScope[] {
  const names = typeof params.scope === "string" ? params.scope.split(" ") : [];
  const published = new Map(
    view
      .list("apiProduct")
      .flatMap(({ scopes }) => scopes.map(({ name, description }) => [name, description] as const)),
  );
  return names.map((name) => ({ name, description: published.get(name) }));
}

/** What the sign-in pages need. */
interface SignInParts {
  readonly context: IssuerContext;
  readonly provider: Provider;
  readonly spaces: ChosenSpaces;
}
