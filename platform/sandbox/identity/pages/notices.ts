import type { KoaContextWithOIDC } from "oidc-provider";
import { html, Markup } from "./markup.js";
import { type Page, pageOf } from "./page.js";
import { type Language, textsIn } from "./texts.js";

type Answer = Pick<KoaContextWithOIDC, "set" | "body">;

/** Why a sign-in failed, for the person in front of the browser. */
export function errorPage(
  ctx: Answer,
  {
    error,
    description,
    language,
  }: { readonly error: string; readonly description?: string | undefined; readonly language: Language },
): void {
  const texts = textsIn(language);
  const content = html`<p>${description ?? error}</p><p><code>${error}</code></p><p>${texts.errorText}</p>`;
  send(ctx, pageOf({ language, title: texts.error, content }));
}

/** Asks whether to sign out. `form`: the library's, with the id `op.logoutForm`. */
export function signOutPage(
  ctx: KoaContextWithOIDC,
  { form, language }: { readonly form: string; readonly language: Language },
): void {
  const texts = textsIn(language);
  const content = html`<p>${texts.signOutText}</p>${new Markup(form)}
<button form="op.logoutForm" name="logout" value="yes">${texts.signOut}</button>
<button form="op.logoutForm">${texts.stay}</button>`;
  const target = ctx.oidc.params?.post_logout_redirect_uri;
  send(
    ctx,
    pageOf({
      language,
      title: texts.signOut,
      content,
      target: typeof target === "string" ? target : undefined,
    }),
  );
}

/** After the sign-out, if the application named no page of its own. */
export function goodbyePage(ctx: Answer, language: Language): void {
  send(ctx, pageOf({ language, title: textsIn(language).goodbye, content: html`` }));
}

function send(ctx: Answer, { headers, body }: Page): void {
  ctx.set({ ...headers });
  ctx.body = body;
}
