import type { OutgoingRequest, UnsentRequest } from "./outgoing-request.js";

/** How requests are sent. */
export interface OutgoingSending {
  readonly fetch: typeof fetch;
  /** Hosts besides this machine that callbacks may go to, as a URL has them, without a port. */
  readonly hosts: readonly string[];
  readonly timeoutMs: number;
}

/** What came of a request, in words: a sentence without a full stop. */
export interface SentRequest {
  readonly isFine: boolean;
  readonly text: string;
}

/**
 * Sends a callback or webhook, and says what came of it. A callback goes to an address that whoever sent the request chose, so it reaches
 * only this machine and hosts that the user names. Never rejects.
 */
export async function sendOutgoing(
  outgoing: OutgoingRequest | UnsentRequest,
  { fetch, hosts, timeoutMs }: OutgoingSending,
): Promise<SentRequest> {
  const what = `the ${outgoing.kind} \`${outgoing.name}\``;
  if ("problem" in outgoing) return { isFine: false, text: `${what} isn't sent: ${outgoing.problem}` };
  const { method, url, headers, body, kind, statuses } = outgoing;
  const { hostname, origin } = new URL(url);
  if (kind === "callback" && !isLocal(hostname) && !hosts.includes(hostname))
    return {
      isFine: false,
      text: `${what} isn't sent: \`${hostname}\` isn't this machine; allow it with --callback-host`,
    };
  try {
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(headers),
      body: body === "" ? null : body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    const isDeclared = statuses.length === 0 || isAmong(statuses, answer.status);
    const note = isDeclared
      ? ""
      : `, which the contract doesn't declare; it has ${statuses.join(", ").toLowerCase()}`;
    return { isFine: isDeclared, text: `${what} went to ${origin}, which answered ${answer.status}${note}` };
  } catch {
    return { isFine: false, text: `${what} got no answer from ${origin} within ${timeoutMs} ms` };
  }
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1])$/.test(hostname);
}

function isAmong(statuses: readonly string[], status: number): boolean {
  return [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"].some((each) => statuses.includes(each));
}
