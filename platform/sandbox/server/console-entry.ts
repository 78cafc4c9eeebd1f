import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AccessRules, type Denial, isSame, refuse } from "./access.js";
import { readBody } from "./fetch-listener.js";

/** Where the form of `enterConsole` is sent to. */
const entryPath = "/console/entry";

const seconds = 8 * 60 * 60;
const mostBytes = 4096;

/** The value of the cookie of a browser that showed the token. It says nothing about the token, and ends with it. */
function entryCookie(token: string): string {
  return createHmac("sha256", token).update("entry to the Console").digest("base64url");
}

/** Whether a request comes from a browser that showed the token. */
export function hasEntered({ token, port }: Pick<AccessRules, "token" | "port">, cookies = ""): boolean {
  const prefix = `${cookieName(port)}=`;
  const found = cookies.split(/; */).find((each) => each.startsWith(prefix));
  return token !== "" && found !== undefined && isSame(found.slice(prefix.length), entryCookie(token));
}

/** An exchange of a browser that hasn't shown the token. */
interface Entering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly rules: AccessRules;
  readonly path: string;
  /** Why the request itself isn't answered. */
  readonly denial: Denial;
  readonly isNavigation: boolean;
}

/**
 * Asks a person for the control's token, where others than this machine can reach the Console: by a form, so that the token is in no
 * address, and then by a cookie that no script can read.
 */
export async function enterConsole(entering: Entering): Promise<void> {
  const { request, response, rules, path, denial, isNavigation } = entering;
  if (request.method === "POST" && path === entryPath) {
    const form = new URLSearchParams(new TextDecoder().decode(await readBody(request, mostBytes)));
    if (!isSame(form.get("token")?.trim() ?? "", rules.token)) return show(response, "This isn't the token.");
    const cookie = `${cookieName(rules.port)}=${entryCookie(rules.token)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`;
    response
      .writeHead(303, { location: "/console/", "set-cookie": cookie, "cache-control": "no-store" })
      .end();
    return;
  }
  if (isNavigation) show(response, "");
  else refuse(response, denial);
}

function cookieName(port: number): string {
  return `oipkit_sandbox_entry_${port}`;
}

/** The text is the server's own. */
function show(response: ServerResponse, problem: string): void {
  response.writeHead(401, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  const isRefused = problem !== "";
  const described = isRefused ? ' aria-describedby="problem" aria-invalid="true"' : "";
  const alert = isRefused ? `<p id="problem" role="alert">${problem}</p>` : "";
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Developer Console</title>
<main>
<h1>Developer Console</h1>
<p>Other machines can reach this sandbox, so it asks for its token: <code>token</code> in <code>.oipkit/sandbox.json</code>, in the folder
in which it was started.</p>
<form method="post" action="${entryPath}">
<p><label for="token">Token</label> <input id="token" name="token" type="password" required autofocus autocomplete="off"${described}>
<button>Open the Console</button></p>
${alert}
</form>
</main>
</html>
`);
}
