import { createSignIn, type SignInOptions } from "../../../../../runtime/oauth/index.js";
import { afterThisTest } from "../../../clean-up.js";
import { type Choices, createBrowser } from "./browser.js";
import { type RunningIssuers, redirectUri, startIssuers } from "./start-issuers.js";

/** Issuers until the end of the test. */
export async function startForTest(): Promise<RunningIssuers> {
  const issuers = await startIssuers();
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  return issuers;
}

/** The runtime's sign-in of a client, and a browser in which someone enters what a test chooses. */
export function signInWith(
  issuers: RunningIssuers,
  clientId: string,
  ...[over = {}, browser = createBrowser()]: [Partial<SignInOptions>?, ReturnType<typeof createBrowser>?]
) {
  const signIn = createSignIn({
    issuer: issuers.urls.sandbox,
    environment: "sandbox",
    clientId,
    redirectUri,
    scopes: ["openid", "offline_access"],
    ...over,
  });
  const enter = async (
    choices: Choices = { person: "ada" },
    parameters: Record<string, string> = { prompt: "consent" },
  ) => {
    const { url, transaction } = await signIn.begin({ parameters });
    return await signIn.complete(await browser.go(url, choices), transaction);
  };
  return { signIn, browser, enter };
}
