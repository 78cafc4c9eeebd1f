import { fileURLToPath } from "node:url";
import { createControlClient } from "@oipkit/sandbox/client";
import { type ConsoleOptions, createConsole } from "../../../../platform/console/server/index.js";
import { type Sandbox, startSandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { createPage, type Page } from "./page.js";

const token = "token of the control";

/** A Console whose time and control a test changes, at the issuer of a sandbox. */
export interface TestConsole extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly control: ReturnType<typeof createControlClient>;
  readonly console: ReturnType<typeof createConsole>;
  /** Moves the Console's time on, in milliseconds; the issuer's stays. */
  readonly advance: (ms: number) => void;
  /** What the control does in place of answering, for the paths that match. */
  breakControl: ((request: Request, answer: () => Promise<Response>) => Promise<Response>) | undefined;
  /** Whether the issuer can be reached. */
  isIssuerDown: boolean;
  readonly failures: unknown[];
  /** A browser in which nobody is signed in. */
  readonly page: () => Page;
  readonly signedIn: (person?: string) => Promise<Page>;
}

/** Starts a sandbox, and a Console over it. */
export async function startConsole(over: Partial<ConsoleOptions> = {}): Promise<TestConsole> {
  const sandbox = await startSandbox({ seed: "console", token, clock: { frozen: true, start: Date.now() } });
  const { origin, issuers } = sandbox;
  const failures: unknown[] = [];
  let ahead = 0;
  const ask = (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${token}`);
    const url = request.url.replace("http://127.0.0.1/", `${origin}/_sandbox/`);
    return fetch(new Request(url, new Request(request, { headers })));
  };
  const console = createConsole({
    origin,
    issuer: issuers.sandbox,
    clientId: "developer-console",
    control: (request) =>
      started.breakControl === undefined ? ask(request) : started.breakControl(request, () => ask(request)),
    now: () => Date.now() + ahead,
    fetch: (...asked) =>
      started.isIssuerDown ? Promise.reject(new TypeError("fetch failed")) : fetch(...asked),
    app: fileURLToPath(new URL("fixtures/app/", import.meta.url)),
    onFailure: (failure) => failures.push(failure),
    ...over,
  });
  const send = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isConsole = pathname === "/" || pathname.startsWith("/console");
    if (isConsole) return console.fetch(request);
    return fetch(request);
  };
  const started: TestConsole = {
    sandbox,
    console,
    failures,
    control: createControlClient({ control: sandbox.control.url, token }),
    breakControl: undefined,
    isIssuerDown: false,
    advance(ms) {
      ahead += ms;
    },
    page: () => createPage(origin, send),
    async signedIn(person = "per_ada") {
      const page = createPage(origin, send);
      await page.signIn({ person });
      return page;
    },
    async [Symbol.asyncDispose]() {
      console.close();
      await sandbox.close();
    },
  };
  return started;
}
