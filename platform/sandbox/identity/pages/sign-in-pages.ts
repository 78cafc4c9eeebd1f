import type { KoaContextWithOIDC } from "oidc-provider";
import type { Membership, Organization, Person } from "../../platform/records/records.js";
import { html, type IdentityPage, Markup, renderPage } from "./page.js";
import { type PageLanguage, type PageTexts, textsIn } from "./texts.js";

/** What both pages show. */
interface Shown {
  readonly language: PageLanguage;
  readonly environment: "sandbox" | "production";
  /** The application's name. */
  readonly application: string;
  /** The callback URL. */
  readonly target: string | undefined;
}

/** People beyond these aren't shown, but can sign in by `login_hint`. */
const mostPeople = 200;

/** Asks who signs in. `hint`: an id or email address that is chosen beforehand. */
export function signInPage({
  people,
  hint,
  ...shown
}: Shown & { readonly people: readonly Person[]; readonly hint: string | undefined }): IdentityPage {
  const texts = textsIn(shown.language);
  const isHinted = ({ id, email }: Person) => hint !== undefined && (id === hint || email === hint);
  const listed = [...people.filter(isHinted), ...people.filter((person) => !isHinted(person))].slice(
    0,
    mostPeople,
  );
  const choices = listed.map(({ id, name, email }, at) =>
    choice({ name: "person", value: id, checked: at === 0, label: name, note: email }),
  );
  let who = html`<fieldset><legend>${texts.person}</legend>${choices}</fieldset>`;
  if (listed.length === 0) who = html`<p>${texts.nobody}</p>`;
  const more = people.length > listed.length ? html`<p>${texts.more}</p>` : undefined;
  const content = html`<p>${texts.signInTo} <strong>${shown.application}</strong></p>${notice(shown, texts)}
${form(
  "login",
  html`${who}
${more}
<button name="allow" value="yes">${texts.signIn}</button><button name="allow" value="no">${texts.cancel}</button>`,
)}`;
  return renderPage({ ...shown, title: texts.signIn, content });
}

/** Something that an application asks for. */
export interface AskedScope {
  readonly name: string;
  /** Of an API product's scope. */
  readonly description?: { readonly en: string; readonly zh: string } | undefined;
}

/** Asks for consent, and in which space. */
export function consentPage({
  person,
  scopes,
  spaces,
  chosen,
  ...shown
}: Shown & {
  readonly person: Person;
  readonly scopes: readonly AskedScope[];
  readonly spaces: readonly { readonly membership: Membership; readonly organization: Organization }[];
  /** The membership that was chosen before. */
  readonly chosen: string | undefined;
}): IdentityPage {
  const texts = textsIn(shown.language);
  const asked = scopes.map(
    ({ name, description }) =>
      html`<li>${description?.[shown.language] ?? texts.scopes[name as keyof PageTexts["scopes"]]} <code>${name}</code></li>`,
  );
  const preset = (spaces.find(({ membership }) => membership.id === chosen) ?? spaces[0])?.membership.id;
  const choices = spaces.map(({ membership: { id }, organization }) =>
    choice({
      name: "space",
      value: id,
      checked: id === preset,
      label: organization.name[shown.language],
      note: organization.id,
    }),
  );
  const content = html`<p>${person.name} (${person.email})</p>${notice(shown, texts)}
<p><strong>${shown.application}</strong> ${texts.asks}</p><ul>${asked}</ul>
${form(
  "consent",
  html`<fieldset><legend>${texts.space}</legend>${choices}</fieldset>
<button name="allow" value="yes">${texts.allow}</button><button name="allow" value="no">${texts.cancel}</button>`,
)}`;
  return renderPage({ ...shown, title: texts.consent, content });
}

const notice = ({ environment }: Shown, texts: PageTexts): Markup =>
  html`<p class="notice">${texts[environment]}</p>`;

/** A form that is sent to the page's own URL. */
const form = (prompt: string, content: Markup): Markup =>
  html`<form method="post" action=""><input type="hidden" name="prompt" value="${prompt}">${content}</form>`;

function choice({
  name,
  value,
  checked,
  label,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly label: string;
  readonly note: string;
}): Markup {
  const mark = checked ? html` checked` : undefined;
  return html`<label><input type="radio" name="${name}" value="${value}" required${mark}> ${label}<small>${note}</small></label>`;
}

type Answer = Pick<KoaContextWithOIDC, "set" | "body">;

/** Why a sign-in failed, for the person in front of the browser. */
export function errorPage(
  ctx: Answer,
  {
    error,
    description,
    language,
  }: { readonly error: string; readonly description?: string | undefined; readonly language: PageLanguage },
): void {
  const texts = textsIn(language);
  const content = html`<p>${description ?? error}</p><p><code>${error}</code></p><p>${texts.errorText}</p>`;
  send(ctx, renderPage({ language, title: texts.error, content }));
}

/** Asks whether to sign out. `form`: the library's, with the id `op.logoutForm`. */
export function signOutPage(
  ctx: KoaContextWithOIDC,
  { form, language }: { readonly form: string; readonly language: PageLanguage },
): void {
  const texts = textsIn(language);
  const content = html`<p>${texts.signOutText}</p>${new Markup(form)}
<button form="op.logoutForm" name="logout" value="yes">${texts.signOut}</button>
<button form="op.logoutForm">${texts.stay}</button>`;
  const target = ctx.oidc.params?.post_logout_redirect_uri;
  send(
    ctx,
    renderPage({
      language,
      title: texts.signOut,
      content,
      target: typeof target === "string" ? target : undefined,
    }),
  );
}

/** After the sign-out, if the application named no page of its own. */
export function goodbyePage(ctx: Answer, language: PageLanguage): void {
  send(ctx, renderPage({ language, title: textsIn(language).goodbye, content: html`` }));
}

function send(ctx: Answer, { headers, body }: IdentityPage): void {
  ctx.set({ ...headers });
  ctx.body = body;
}
