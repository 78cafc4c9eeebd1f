import { timingSafeEqual } from "node:crypto";
import { ConsoleRefusal } from "../console-refusal.js";
import type { Session } from "../session/session.js";

/** Methods that change nothing. */
const safe: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Whether a request may change something. */
export const isUnsafe = ({ method }: Pick<Request, "method">): boolean => !safe.has(method);

/** Refuses a request that a page of another origin makes a browser send. Throws `origin-foreign`. */
export function refuseForeign({ headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const from = headers.get("origin");
  const isForeign =
    (site !== null && site !== "same-origin" && site !== "none") || (from !== null && from !== origin);
  if (isForeign)
    throw new ConsoleRefusal(
      { status: 403, code: "origin-foreign" },
      "Requests of other origins are refused.",
      {
        remedy: "Open the Console at its own address.",
      },
    );
}

/**
 * Refuses a request of a page that belongs to another session: `account-changed` if it names another account's epoch, `csrf-refused` if it changes
 * something without the session's token.
 */
export function refuseOtherPage(request: Request, { csrfToken }: Session, epoch: string): void {
  const named = request.headers.get("x-console-epoch");
  if (named !== null && named !== epoch)
    throw new ConsoleRefusal({ status: 409, code: "account-changed" }, "Another account has signed in.", {
      remedy: "Everything of the account before is cleared. Read the session again.",
      clause: "§5.6",
    });
  if (isUnsafe(request) && !isSame(request.headers.get("x-csrf-token") ?? "", csrfToken))
    throw new ConsoleRefusal(
      { status: 403, code: "csrf-refused" },
      "The request's CSRF token isn't this session's.",
      {
        remedy: "Read the session again, then confirm again.",
      },
    );
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
