import { randomUUID } from "node:crypto";
import type { Incoming, WireRequest } from "../../../../../commands/conform/exchange/send.js";

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Account {
  readonly id: string;
  readonly owner: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly balance: number;
  status: "active" | "closed";
}

interface Transfer {
  readonly id: number;
  readonly owner: string;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly amount: number;
  state: "pending" | "cancelled";
}

type Body = Readonly<Record<string, unknown>>;

/** A refusal by its status. */
class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === "string" && [...value].length >= least && [...value].length <= most;

function demand(holds: boolean, reason: string): void {
  if (!holds) throw new Refused(400, reason);
}

/** The correct server of `accountsContract`, in memory. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  readonly #transfers = new Map<number, Transfer>();
  readonly #settings = new Map<string, Body>();

  /** Answers as over HTTP. */
  readonly send = async (wire: WireRequest): Promise<Incoming> => {
    const { status, body, headers = {} } = this.#answer(wire);
    const type = typeof body === "string" ? "text/plain" : "application/json; charset=utf-8";
    const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
    const all = body === undefined ? headers : { ...headers, "content-type": type };
    const bytes = Buffer.from(body === undefined || wire.method === "HEAD" ? "" : text);
    return { status, headers: Object.entries(all), body: bytes, firstByteMs: 1, elapsedMs: 1 };
  };

  #answer(wire: WireRequest): Answer {
    try {
      return this.#routed(wire);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, message, headers } = error;
      return { status, body: { error: { code: "refused", message } }, headers };
    }
  }

  #routed(wire: WireRequest): Answer {
    const { pathname, searchParams } = new URL(wire.url);
    const headers = Object.fromEntries(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const [root = "", id, action, ...rest] = pathname.split("/").slice(1).map(decodeURIComponent);
    const method = wire.method === "HEAD" ? "GET" : wire.method;
    const names = [id === undefined ? [] : ["{id}"], action === undefined ? [] : [action]].flat();
    const path = [`/${root}`, ...names].join("/");
    const owner = (): string => {
      const known = { "key-one": "one", "key-two": "two" }[headers["x-api-key"] ?? ""];
      if (known === undefined) throw new Refused(401, "no key", { "www-authenticate": "ApiKey" });
      return known;
    };
    const body = (): Body => readBody(headers["content-type"], wire.body);
    const handlers: Readonly<Record<string, Readonly<Record<string, () => Answer>>>> = {
      "/health": { GET: () => ({ status: 200, body: "ok" }) },
      "/accounts": { GET: () => this.#list(owner(), searchParams), POST: () => this.#open(owner(), body()) },
      "/accounts/{id}": { GET: () => this.#account(owner(), id), DELETE: () => this.#close(owner(), id) },
      "/transfers": {
        POST: () => this.#transfer(owner(), { body: body(), request: headers["x-request-id"] }),
      },
      "/transfers/{id}": { GET: () => this.#found(owner(), id) },
      "/transfers/{id}/cancel": { POST: () => this.#cancel(owner(), id) },
      "/settings/{id}": {
        GET: () => this.#setting(id),
        PUT: () => this.#set(owner(), { name: id, body }),
        DELETE: () => this.#unset(owner(), id),
      },
    };
    const own = rest.length === 0 && Object.hasOwn(handlers, path) ? handlers[path] : undefined;
    if (own === undefined) throw new Refused(404, "no such path");
    const handler = Object.hasOwn(own, method) ? own[method] : undefined;
    if (handler === undefined) throw new Refused(405, "method", { allow: Object.keys(own).join(", ") });
    return handler();
  }

  #list(owner: string, query: URLSearchParams): Answer {
    const size = query.get("pageSize") ?? "30";
    demand(/^\d{1,6}$/.test(size) && Number(size) >= 1 && Number(size) <= 100, "pageSize");
    const email = query.get("email")?.toLowerCase();
    const own = [...this.#accounts.values()].filter(
      (each) => each.owner === owner && (email ?? each.email) === each.email,
    );
    const start = own.findIndex(({ id }) => id === query.get("after")) + 1;
    const page = own.slice(start, start + Number(size));
    const isLast = start + Number(size) >= own.length;
    const link = `<http://127.0.0.1/accounts?pageSize=${size}&after=${page.at(-1)?.id}>; rel="next"`;
    return { status: 200, body: page.map(shown), headers: isLast ? {} : { link } };
  }

  #open(owner: string, { email, password, displayName = null, ...others }: Body): Answer {
    demand(Object.keys(others).length === 0, "unknown member");
    demand(isText(email, 3, 100) && /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(String(email)), "email");
    demand(isText(password, 8, 64), "password");
    demand(displayName === null || isText(displayName, 0, 80), "displayName");
    const plain = String(email).toLowerCase();
    if ([...this.#accounts.values()].some((each) => each.email === plain)) throw new Refused(409, "taken");
    const name = displayName as string | null;
    const account: Account = {
      id: randomUUID(),
      owner,
      email: plain,
      displayName: name,
      balance: 100,
      status: "active",
    };
    this.#accounts.set(account.id, account);
    return { status: 201, body: shown(account), headers: { location: `/accounts/${account.id}` } };
  }

  #account(owner: string, id = ""): Answer {
    return { status: 200, body: shown(this.#own(owner, id)) };
  }

  #own(owner: string, id: string): Account {
    demand(uuid.test(id), "accountId");
    const account = this.#accounts.get(id.toLowerCase());
    if (account?.owner !== owner) throw new Refused(404, "no such account");
    return account;
  }

  /** A closed account can still be read. */
  #close(owner: string, id = ""): Answer {
    const account = this.#own(owner, id);
    account.status = "closed";
    return { status: 200, body: shown(account) };
  }

  #transfer(
    owner: string,
    { body, request }: { readonly body: Body; readonly request: string | undefined },
  ): Answer {
    demand(uuid.test(request ?? ""), "X-Request-Id");
    const { fromAccountId, toAccountId, amount, memo } = body;
    demand(
      [fromAccountId, toAccountId].every((id) => typeof id === "string" && uuid.test(id)),
      "accounts",
    );
    demand(
      typeof amount === "number" && Number.isInteger(amount) && amount >= 1 && amount <= 1_000_000,
      "amount",
    );
    demand(memo === undefined || isText(memo, 0, 20) || isReference(memo), "memo");
    const [from, to] = [fromAccountId, toAccountId].map((id) => this.#accounts.get(String(id)));
    if (from?.owner !== owner || to === undefined) throw new Refused(422, "unknown account");
    if (Number(amount) > from.balance) throw new Refused(422, "insufficient funds");
    const id = this.#transfers.size + 1;
    const accounts = { fromAccountId: from.id, toAccountId: to.id };
    const transfer: Transfer = { id, owner, ...accounts, amount: Number(amount), state: "pending" };
    this.#transfers.set(id, transfer);
    return { status: 202, body: shown(transfer) };
  }

  #found(owner: string, id = ""): Answer {
    return { status: 200, body: shown(this.#pending(owner, id)) };
  }

  #pending(owner: string, id: string): Transfer {
    demand(/^[1-9]\d{0,15}$/.test(id), "id");
    const transfer = this.#transfers.get(Number(id));
    if (transfer?.owner !== owner) throw new Refused(404, "no such transfer");
    return transfer;
  }

  #cancel(owner: string, id = ""): Answer {
    const transfer = this.#pending(owner, id);
    if (transfer.state !== "pending") throw new Refused(409, "not pending");
    transfer.state = "cancelled";
    return { status: 200, body: shown(transfer) };
  }

  #setting(name = ""): Answer {
    demand(/^[a-z][a-z0-9-]{0,30}$/.test(name), "name");
    const body = this.#settings.get(name);
    if (body === undefined) throw new Refused(404, "no such setting");
    return { status: 200, body };
  }

  #set(
    _owner: string,
    { name = "", body }: { readonly name: string | undefined; readonly body: () => Body },
  ): Answer {
    demand(/^[a-z][a-z0-9-]{0,30}$/.test(name), "name");
    const { value, ttl } = body();
    demand(isText(value, 0, 50), "value");
    demand(ttl === undefined || (typeof ttl === "number" && Number.isInteger(ttl) && ttl >= 1), "ttl");
    const status = this.#settings.has(name) ? 200 : 201;
    const setting = ttl === undefined ? { value } : { value, ttl };
    this.#settings.set(name, setting);
    return { status, body: setting };
  }

  #unset(_owner: string, name = ""): Answer {
    demand(/^[a-z][a-z0-9-]{0,30}$/.test(name), "name");
    if (!this.#settings.delete(name)) throw new Refused(404, "no such setting");
    return { status: 204 };
  }
}

function isReference(memo: unknown): boolean {
  if (typeof memo !== "object" || memo === null || Array.isArray(memo)) return false;
  const { kind, ref } = memo as Body;
  return kind === "ref" && (ref === undefined || typeof ref === "string");
}

function shown({ owner: _owner, ...others }: Account | Transfer): object {
  return others;
}

function readBody(type: string | undefined, bytes: Uint8Array): Body {
  if (type?.split(";")[0]?.trim().toLowerCase() !== "application/json") throw new Refused(415, "JSON only");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  } catch {
    throw new Refused(400, "not JSON");
  }
  throw new Refused(400, "not an object");
}
