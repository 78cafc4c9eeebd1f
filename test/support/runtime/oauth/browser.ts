/** A user's browser: it keeps cookies, follows redirects on this machine and fills in forms. */
export interface Browser {
  /** Signs in and consents at the provider; returns the first redirect target outside of this machine. */
  signIn(url: string, login: string): Promise<string>;
  /** Opens a logout URL and confirms; returns the URL that it redirects to. */
  logOut(url: string): Promise<string>;
}

export function createBrowser(): Browser {
  const cookies = new Map<string, string>();

  const open = async (url: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  /** Follows redirects, submitting the form of each page, until one leaves this machine. */
  const follow = async (start: string, fillIn: (page: string) => Record<string, string>): Promise<string> => {
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
      const page = await response.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (response.status !== 200 || action === undefined)
        throw new Error(`the provider answered ${response.status}: ${page.slice(0, 2000)}`);
      response = await open(new URL(action, url).href, fillIn(page));
    }
    throw new Error("too many redirects");
  };

  const hidden = (page: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
  return {
    signIn: (url, login) =>
      follow(url, (page) => {
        const prompt = hidden(page, "prompt");
        if (prompt === "login") return { prompt, login, password: "any" };
        return { prompt };
      }),
    logOut: (url) => follow(url, (page) => ({ xsrf: hidden(page, "xsrf"), logout: "yes" })),
  };
}
