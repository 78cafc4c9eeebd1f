import type { IncomingMessage, ServerResponse } from "node:http";
import type { Interaction } from "oidc-provider";
import { spacesOf } from "../../platform/access/index.js";
import { html } from "../pages/markup.js";
import { type Page, pageOf } from "../pages/page.js";
import { consentPage, signInPage } from "../pages/sign-in-pages.js";
import { type Language, languageOf, textsIn } from "../pages/texts.js";
import { usableClient } from "../provider/client-metadata.js";
import { askedScopes } from "./asked-scopes.js";
import { finishSignIn } from "./finish-sign-in.js";
import { isForeign, readForm } from "./read-form.js";
import type { SignInParts } from "./sign-in-parts.js";

/** Answers a request for a sign-in page: shows it, or takes what was chosen there. */
export async function serveSignIn(
  parts: SignInParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { context, provider } = parts;
  const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
  const language = languageOf(request, interaction?.params.ui_locales);
  if (interaction === undefined) return failed(response, 400, language);
  if (request.method === "GET" || request.method === "HEAD") {
    const page = await pageFor(parts, { interaction, language });
    return page === undefined ? failed(response, 400, language) : send(response, 200, page);
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
  { interaction, language }: { readonly interaction: Interaction; readonly language: Language },
): Promise<Page | undefined> {
  const { world, environment } = context;
  const { params, prompt, session, grantId } = interaction;
  const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  const { firstParty } = context;
  const client = usableClient(context, text(params.client_id) ?? "");
  const name =
    params.client_id === firstParty.clientId
      ? firstParty.name
      : client && world.view.get("application", client.application)?.name;
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
    spaces: spacesOf(world.view, person.id),
    chosen: (await spaces.find(grantId, client.id))?.space.membership_id,
  });
}

function failed(response: ServerResponse, status: number, language: Language): void {
  const texts = textsIn(language);
  send(response, status, pageOf({ language, title: texts.error, content: html`<p>${texts.errorText}</p>` }));
}

function send(response: ServerResponse, status: number, { headers, body }: Page): void {
  response.writeHead(status, headers).end(body);
}
