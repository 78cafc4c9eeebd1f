/** What the Console is made of. It knows the sandbox by its addresses and by the contract of its control only. */
export interface ConsoleOptions {
  /** Of the page, such as `http://127.0.0.1:8787`; the Console is below `/console/` there. */
  readonly origin: string;
  /** The issuer at which people sign in. */
  readonly issuer: string;
  /** The public client (PKCE, no secret) that the issuer knows for the Console. */
  readonly clientId: string;
  /** Answers requests of `contracts/sandbox.openapi.yaml`, with paths such as `/applications`. */
  readonly control: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970; the real time, since sessions of people aren't on the sandbox's clock. */
  readonly now?: (() => number) | undefined;
  readonly random?: ((size: number) => Uint8Array) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** The folder of the page as built. Default: the package's own. */
  readonly app?: string | undefined;
  /** Told of a failure that the browser sees only as 500. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}
