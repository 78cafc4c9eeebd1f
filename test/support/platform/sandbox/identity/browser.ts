/** What a person enters on the issuer's pages. */
export interface Choices {
  readonly person?: string;
  /** A membership. */
  readonly space?: string;
  /** `no` cancels on the first page. */
  readonly allow?: "yes" | "no";
}

/** A page as the browser got it. */
export interface Visit {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A person's browser: it keeps cookies, follows redirects on this machine and fills in the issuer's forms. */
export function createBrowser(headers: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, { value: string; path: string }>();
  const visits: Visit[] = [];

  const open = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const { pathname } = new URL(url);
    const own = [...cookies].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, "/")),
    );
    const response = await fetch(url, {
      redirect: "manual",
      headers: {
        accept: "text/html",
        ...headers,
        cookie: own.map(([name, { value }]) => `${name}=${value}`).join("; "),
      },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const path = /; *path=([^;]*)/i.exec(cookie)?.[1] ?? "/";
      if (value === "") cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return response;
  };

  /** Returns the first redirect target outside of this machine, or the last page. */
  const follow = async (start: string, choices: Choices): Promise<string> => {
    let url = start;
    let response = await open(url);
    for (let steps = 0; steps < 20; steps += 1) {
      const location = response.headers.get("location");
      if (location !== null) {
        url = new URL(location, url).href;
        if (new URL(url).hostname !== "127.0.0.1") return url;
        response = await open(url);
        continue;
      }
      const text = await response.text();
      visits.push({ url, status: response.status, headers: response.headers, text });
      const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1];
      if (response.status !== 200 || action === undefined) return url;
      url = new URL(action, url).href;
      response = await open(url, filledIn(text, choices));
    }
    throw new Error("too many redirects");
  };

  return { visits, open, cookies, go: (url: string, choices: Choices = {}) => follow(url, choices) };
}

function filledIn(page: string, { person, space, allow = "yes" }: Choices): URLSearchParams {
  const form = new URLSearchParams();
  for (const [, name = "", value = ""] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.set(name, value);
  const preset = /name="(\w+)" value="([^"]*)" required checked/.exec(page);
  if (preset?.[1] !== undefined) form.set(preset[1], preset[2] ?? "");
  if (form.get("prompt") === "login" && person !== undefined) form.set("person", person);
  if (form.get("prompt") === "consent" && space !== undefined) form.set("space", space);
  if (form.has("prompt")) form.set("allow", allow);
  if (page.includes("op.logoutForm")) form.set("logout", "yes");
  return form;
}
