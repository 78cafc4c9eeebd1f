import { randomUUID } from "node:crypto";

/** What a person enters on the issuer's pages. */
export interface Choices {
  readonly person?: string;
  /** `no` cancels. */
  readonly allow?: "yes" | "no";
}

/** An answer of the Console's API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer
  readonly body: any;
}

/** A command of the page, with what a hostile one would leave out or change. */
export interface Sent {
  readonly body?: unknown;
  readonly operationId?: string;
  readonly csrf?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser with the page of the Console, as far as requests show it. */
export interface Page {
  /** The name of the session's cookie. */
  readonly cookie: string;
  readonly cookies: Map<string, { readonly value: string; readonly attributes: string }>;
  /** Every address that it was sent to, with the query. */
  readonly visited: string[];
  readonly open: (path: string, init?: RequestInit) => Promise<Response>;
  /** Follows redirects and fills in forms; returns the address and status of the last page. */
  readonly go: (path: string, choices?: Choices) => Promise<{ readonly url: URL; readonly status: number }>;
  /** Signs in, and reads the session. */
  readonly signIn: (choices?: Choices, path?: string) => Promise<URL>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answer>;
}

/** A browser with no cookies. */
export function createPage(origin: string, send: (request: Request) => Promise<Response>): Page {
  const cookies: Page["cookies"] = new Map();
  const visited: string[] = [];
  const cookie = `oipkit_console_${new URL(origin).port}`;
  let csrf = "";
  const open = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(path, origin);
    visited.push(url.href);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; "));
    const response = await send(new Request(url, { redirect: "manual", ...init, headers }));
    for (const each of response.headers.getSetCookie()) {
      const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(each) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, { value, attributes });
    }
    return response;
  };
  const go: Page["go"] = async (path, choices = {}) => {
    let url = new URL(path, origin);
    let response = await open(url.href);
    for (let steps = 0; steps < 20; steps += 1) {
      const location = response.headers.get("location");
      if (location !== null) {
        url = new URL(location, url);
        response = await open(url.href);
        continue;
      }
      const text = await response.text();
      const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1];
      if (response.status !== 200 || action === undefined) return { url, status: response.status };
      url = new URL(action, url);
      response = await open(url.href, { method: "POST", body: filledIn(text, choices) });
    }
    throw new Error("too many redirects");
  };
  const asked = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await open(`/console/api${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return {
    cookie,
    cookies,
    visited,
    open,
    go,
    async signIn(choices = { person: "per_ada" }, path = "/console/sign-in") {
      const { url } = await go(path, choices);
      const { body } = await asked("/session", {});
      csrf = body.csrf_token;
      return url;
    },
    get: (path, headers = {}) => asked(path, { headers }),
    send(method, path, { body, operationId = randomUUID(), csrf: given = csrf, headers = {} } = {}) {
      return asked(path, {
        method,
        headers: {
          origin,
          "sec-fetch-site": "same-origin",
          "operation-id": operationId,
          ...(given !== null && { "x-csrf-token": given }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
  };
}

function filledIn(page: string, { person, allow = "yes" }: Choices): URLSearchParams {
  const form = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.set(name, value);
  if (form.get("prompt") === "login" && person !== undefined) form.set("person", person);
  if (form.has("prompt")) form.set("allow", allow);
  if (page.includes("op.logoutForm")) form.set("logout", "yes");
  return form;
}

/** The actions of an answer, by name. */
export function actionsByName({
  body,
}: Pick<Answer, "body">): Readonly<Record<string, { offered: boolean; reason: string | null }>> {
  return Object.fromEntries(body.actions.map((each: { action: string }) => [each.action, each]));
}
