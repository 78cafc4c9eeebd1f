/** A user's browser: keeps cookies, follows redirects on this machine, fills in forms. */
export interface Browser {
  /** Signs in and consents at the provider; gives the URL of the first address that isn't on this machine. */
  signIn(url: string, login: string): Promise<string>;
  /** Opens a logout address and confirms; gives the address that it leads to. */
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

  /** Follows redirects until a page stands there, filling in its form, or until they leave this machine. */
  const walk = async (start: string, fillIn: (page: string) => Record<string, string>): Promise<string> => {
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
    throw new Error("the provider sends the browser around in circles");
  };

  const hidden = (page: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";
  return {
    signIn: (url, login) =>
      walk(url, (page) => {
        const prompt = hidden(page, "prompt");
        return prompt === "login" ? { prompt, login, password: "any" } : { prompt };
      }),
    logOut: (url) => walk(url, (page) => ({ xsrf: hidden(page, "xsrf"), logout: "yes" })),
  };
}
