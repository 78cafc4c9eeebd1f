import type { Interaction, InteractionResults } from "oidc-provider";
import { ensurePersonalSpace, giveConsent, spacesOf } from "../../platform/access/index.js";
import { usableClient } from "../provider/client-metadata.js";
import { askedScopes } from "./asked-scopes.js";
import type { SignInParts } from "./sign-in-parts.js";

/** What a person chose on a page, as the library takes it; `undefined` if the form doesn't belong to the page. */
export async function finishSignIn(
  parts: SignInParts,
  { interaction, form }: { readonly interaction: Interaction; readonly form: URLSearchParams },
): Promise<InteractionResults | undefined> {
  const { name } = interaction.prompt;
  if (form.get("prompt") !== name) return undefined;
  if (form.get("allow") === "no")
    return { error: "access_denied", error_description: "the person refused the sign-in" };
  if (name === "login") return await login(parts, form.get("person") ?? "");
  return name === "consent"
    ? await consent(parts, { interaction, space: form.get("space") ?? "" })
    : undefined;
}

/** Someone without a space gets a personal one now (§2.1). */
async function login(
  { context: { world } }: SignInParts,
  person: string,
): Promise<InteractionResults | undefined> {
  if (world.view.get("person", person)?.status !== "active") return undefined;
  if (spacesOf(world.view, person).length === 0) await world.run(ensurePersonalSpace, { person });
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
    person !== undefined && spacesOf(world.view, person).some(({ membership }) => membership.id === space);
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
