import { timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";

/** Whom the server answers. */
export interface AccessRules {
  /** What `Host` may name: hosts with their ports, in lower case. */
  readonly hosts: readonly string[];
  /** The sandbox's own origin, such as `http://127.0.0.1:8787`. */
  readonly origins: readonly string[];
  /** The control's token. */
  readonly token: string;
  /** Whether others than this machine can reach the server; then only identity and the API are open without the token. */
  readonly exposed: boolean;
  readonly port: number;
}

/** A part of the server, which decides who may ask it. */
export type Room = "identity" | "api" | "control" | "console";

/** What the rules look at. */
interface GuardedRequest {
  readonly room: Room;
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  readonly authorization: string | undefined;
  /** Whether it comes from a browser that showed the token. */
  readonly hasEntered?: boolean | undefined;
  /** Whether a browser opens it as a page, such as a link in another one. */
  readonly isNavigation?: boolean | undefined;
}

/** Why a request isn't answered. */
export interface Denial {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Why a request may not be answered; `undefined` if it may. A web page can make a browser send requests to this machine, under a foreign
 * `Host` if its name changes its address (DNS rebinding), or across origins.
 */
export function findDenial(rules: AccessRules, asked: GuardedRequest): Denial | undefined {
  const { host = "", origin, room } = asked;
  if (!rules.hosts.includes(host.toLowerCase()))
    return denied(
      421,
      "host-unknown",
      "this server isn't the host that the request names; use its own address",
    );
  if (room === "identity" || room === "api") return undefined;
  // A link to a page of the Console; the page does nothing by being opened, and can't be framed.
  const isAdmitted = room === "console" && (!rules.exposed || asked.hasEntered === true);
  if (isAdmitted && asked.isNavigation && origin === undefined) return undefined;
  const foreign = origin !== undefined ? !rules.origins.includes(origin) : asked.site === "cross-site";
  if (foreign) return denied(403, "origin-foreign", "requests of other origins are refused");
  // The Console signs its user in by itself, unless others can reach it.
  if (isAdmitted) return undefined;
  if (hasToken(rules.token, asked.authorization)) return undefined;
  return denied(
    401,
    "token-missing",
    "send `authorization: Bearer` with the `token` of `.oipkit/sandbox.json`, in the folder in which the sandbox was started",
  );
}

function denied(status: number, code: string, message: string): Denial {
  return { status, code, message };
}

function hasToken(token: string, authorization = ""): boolean {
  return isSame(authorization.replace(/^Bearer +/i, ""), token);
}

/** Compares what was given with a secret, in a time that doesn't depend on where they differ; an empty secret is nobody's. */
export function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return other.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** Where a server listens, and under which names. */
interface RulesOptions {
  readonly token: string;
  readonly hosts?: readonly string[] | undefined;
  readonly host: string;
  readonly port: number;
}

/** Whom a server answers that listens at an address. */
export function createAccessRules({ token, hosts = [], host, port }: RulesOptions): AccessRules {
  const bracketed = host.includes(":") ? `[${host}]` : host;
  const exposed = !loopback.test(host);
  const names = new Set([bracketed, "127.0.0.1", "localhost", "[::1]"]);
  const own = [...names].map((name) => `${name}:${port}`);
  const given = hosts.flatMap((name) => [name, `${name}:${port}`]).map((name) => name.toLowerCase());
  // A browser leaves out the standard port.
  const short = port === 80 ? [...names] : [];
  const all = [...own, ...short, ...given];
  return { token, exposed, port, hosts: all, origins: all.map((name) => `http://${name}`) };
}

/** First segments of paths, by room. Everything else belongs to the API. */
const roomPaths = { identity: "identity", control: "_sandbox", console: "console" } as const;

/** The room that a request is for, and what is left of its address there. */
interface RequestPlace {
  readonly room: Room;
  /** Path and query; below `/_sandbox` for the control, unchanged for the others. */
  readonly rest: string;
}

/** The room of a request's address: path and query. */
export function readPlace(address: string): RequestPlace {
  const [, first = "", after = ""] = /^\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  if (first === roomPaths.control) return { room: "control", rest: after === "" ? "/" : after };
  if (first === roomPaths.identity) return { room: "identity", rest: address };
  if (first === roomPaths.console) return { room: "console", rest: address };
  return { room: "api", rest: address };
}

/** Answers that a request isn't served, in the form that the control has, too. Too late for an answer, the connection ends. */
export function refuse(response: ServerResponse, { status, code, message }: Denial): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ code, message });
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  // Whatever is left of the request's body is in the way of the next request.
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(body);
}
