import type { Incoming, WireRequest } from "../../../../../commands/conform/exchange/send.js";
import { etag, json, matchesTag, parsed, problem, Refused, type ShopAnswer } from "./shop-answers.js";
import { type Book, bookFault, changeFault, reviewFault, type ShopFault, shownBook } from "./shop-rules.js";

interface ShopRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Review {
  readonly id: number;
  readonly stars: number;
  readonly text?: string;
}

const tokens: Readonly<Record<string, string>> = { "Bearer alice-token": "alice", "Bearer bob-token": "bob" };

/** The server of `shopContract` in memory; correct, or with one fault. */
export class Shop {
  readonly #books = new Map<string, Book & { owner: string }>();
  readonly #reviews = new Map<string, Review[]>();
  readonly #answers = new Map<string, { readonly sent: string; readonly answer: ShopAnswer }>();
  #last = 0;

  constructor(readonly fault?: ShopFault) {}

  /** Answers as over HTTP. */
  readonly send = async (wire: WireRequest): Promise<Incoming> => {
    const url = new URL(wire.url);
    const headers = Object.fromEntries(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
    const path = url.pathname.split("/").slice(1).map(decodeURIComponent);
    const method = wire.method === "HEAD" ? "GET" : wire.method;
    const answer = this.#answer({
      method,
      path,
      query: url.searchParams,
      headers,
      body: Buffer.from(wire.body),
    });
    const body = wire.method === "HEAD" ? "" : answer.body;
    return {
      status: answer.status,
      headers: Object.entries(answer.headers),
      body: Buffer.from(body),
      firstByteMs: 1,
      elapsedMs: 1,
    };
  };

  #answer(request: ShopRequest): ShopAnswer {
    try {
      return this.#routed(request);
    } catch (error) {
      if (error instanceof Refused) return problem(error);
      const trace = this.fault === "stack-trace" ? (error as Error).stack : "failed";
      return problem(new Refused(this.fault === "stack-trace" ? 400 : 500, trace ?? ""));
    }
  }

  #routed(request: ShopRequest): ShopAnswer {
    const { path, method } = request;
    const [root, id, sub, review, ...rest] = path;
    if (root !== "books" || rest.length > 0 || (sub !== undefined && sub !== "reviews"))
      throw new Refused(404, "no such path");
    const names = [
      id === undefined ? "" : "/{id}",
      sub === undefined ? "" : "/reviews",
      review === undefined ? "" : "/{review}",
    ];
    const route = `${method} /books${names.join("")}`;
    const owner = this.#owner(request, route);
    const handlers: Readonly<Record<string, (() => ShopAnswer) | undefined>> = {
      "GET /books": () => this.#list(request, owner),
      "POST /books": () => this.#add(request, owner),
      "GET /books/{id}": () => this.#read(request, this.#book(id, owner, "read")),
      "PUT /books/{id}": () => this.#replace(request, this.#book(id, owner, "write")),
      "PATCH /books/{id}": () => this.#change(request, this.#book(id, owner, "write")),
      "DELETE /books/{id}": () => this.#remove(this.#book(id, owner, "delete")),
      "GET /books/{id}/reviews": () => json(200, this.#reviews.get(this.#book(id, owner, "read").id) ?? []),
      "GET /books/{id}/reviews/{review}": () => this.#review(this.#book(id, owner, "read").id, review),
      "POST /books/{id}/reviews": () => this.#addReview(request, this.#book(id, owner, "read")),
    };
    const handler = handlers[route];
    if (handler !== undefined) return handler();
    if (this.fault === "method-accepted" && method === "PATCH") return json(200, {});
    const allow = Object.keys(handlers)
      .filter((each) => each.endsWith(route.slice(method.length)))
      .map((each) => each.split(" ")[0]);
    throw new Refused(405, "method", this.fault === "no-allow" ? {} : { allow: allow.join(", ") });
  }

  #owner({ headers }: ShopRequest, route: string): string {
    const given = headers.authorization ?? "";
    const owner = Object.hasOwn(tokens, given) ? tokens[given] : undefined;
    if (owner !== undefined) return owner;
    if (this.fault === "no-auth-on-reviews" && route === "GET /books/{id}/reviews") return "alice";
    if (this.fault === "any-old-token" && given === "Bearer old-token") return "alice";
    if (this.fault === "any-token" && given.startsWith("Bearer ")) return "alice";
    throw new Refused(401, "who are you", { "www-authenticate": "Bearer" });
  }

  #book(id: string | undefined, owner: string, use: "read" | "write" | "delete"): Book & { owner: string } {
    const book = this.#books.get(id ?? "");
    const isOwn = book?.owner === owner || this.fault === `foreign-${use}`;
    if (book !== undefined && isOwn && (book.deleted !== true || this.fault === "read-after-delete"))
      return book;
    throw new Refused(404, "no such book");
  }

  #list({ query }: ShopRequest, owner: string): ShopAnswer {
    const limit = query.get("limit") ?? "20";
    if (
      !/^\d{1,9}$/.test(limit) ||
      Number(limit) < 1 ||
      (Number(limit) > 50 && this.fault !== "limit-unchecked")
    )
      throw new Refused(400, "limit");
    const genre = query.get("genre");
    if (genre !== null && !["novel", "poems", "essay"].includes(genre)) throw new Refused(400, "genre");
    const own = [...this.#books.values()].filter(
      (book) =>
        (book.owner === owner || this.fault === "foreign-list") &&
        (book.deleted !== true || this.fault === "listed-after-delete"),
    );
    const fitting = own.filter(
      (book) => genre === null || book.genre === genre || this.fault === "filter-ignored",
    );
    const cursor = Number(query.get("cursor") ?? 0) || 0;
    const size = this.fault === "limit-ignored" ? 20 : Number(limit);
    const step = this.fault === "page-overlaps" ? size - 1 || 1 : size;
    const sort = query.get("sort");
    if (!["pages", "-pages", null].includes(sort)) throw new Refused(400, "sort");
    const sign = sort === "-pages" ? -1 : 1;
    if (sort !== null && this.fault !== "sort-ignored")
      fitting.sort((a, b) => sign * ((a.pages ?? 0) - (b.pages ?? 0)));
    const items = fitting.slice(cursor, cursor + size).map((book) => shownBook(book, this.fault));
    const next = this.fault === "endless-pages" ? 0 : cursor + step;
    return json(200, {
      items,
      ...((cursor + size < fitting.length || this.fault === "endless-pages") && { next: String(next) }),
    });
  }

  #add(request: ShopRequest, owner: string): ShopAnswer {
    const key = request.headers["idempotency-key"];
    if (key !== undefined && (key === "" || key.length > 64)) throw new Refused(400, "key");
    const known = this.#answers.get(`${owner} ${key}`);
    if (key !== undefined && known !== undefined && this.fault !== "idempotency-key-ignored") {
      if (known.sent !== String(request.body)) throw new Refused(422, "another request had this key");
      return known.answer;
    }
    const sent = this.#body(request, "application/json", (value) => bookFault(value, this.fault));
    const id = `b${++this.#last}`;
    const createdAt = new Date(Date.UTC(2026, 0, 1)).toISOString();
    const shelf = this.fault === "default-other" ? "attic" : "main";
    const whole: Record<string, unknown> = Object.hasOwn(sent, "shelf") ? sent : { ...sent, shelf };
    const stored = this.fault === "title-cut" ? { ...whole, title: String(whole.title).slice(0, 5) } : whole;
    const book = { ...stored, id, createdAt, owner, version: 1 } as Book & { owner: string };
    if (this.fault !== "not-stored") this.#books.set(id, book);
    const answer = this.#shown(book, 201, {
      location: `/books/${this.fault === "wrong-location" ? `b9${this.#last}9` : id}`,
    });
    this.#answers.set(`${owner} ${key}`, { sent: String(request.body), answer });
    return answer;
  }

  #read({ headers }: ShopRequest, book: Book): ShopAnswer {
    const tag = etag(book, this.fault);
    const known = (headers["if-none-match"] ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
    if ((known.includes(tag) || known.includes("*")) && this.fault !== "if-none-match-ignored")
      return { status: 304, headers: { etag: tag }, body: "" };
    return this.#shown(book, 200);
  }

  #replace(request: ShopRequest, book: Book & { owner: string }): ShopAnswer {
    const isMatch = matchesTag(request.headers["if-match"], etag(book, this.fault));
    if (!isMatch && this.fault !== "if-match-ignored") throw new Refused(412, "changed");
    const value = this.fault === "half-written" ? parsed(request.body) : undefined;
    if (value !== undefined && typeof value.title === "string") book.title = value.title;
    const sent = this.#body(request, "application/json", (each) => bookFault(each, this.fault));
    const { id, createdAt, owner, version } = book;
    const next = { ...sent, id, createdAt, owner, version: version + 1 } as Book & { owner: string };
    if (this.fault !== "update-lost") this.#books.set(id, next);
    if (this.fault === "update-all") for (const other of this.#books.values()) other.title = next.title;
    return this.#shown(next, 200);
  }

  #change(request: ShopRequest, book: Book & { owner: string }): ShopAnswer {
    if (!matchesTag(request.headers["if-match"], etag(book, this.fault))) throw new Refused(412, "changed");
    const sent = this.#body(request, "application/merge-patch+json", (each) => changeFault(each, this.fault));
    const kept = this.fault === "patch-clears" ? { title: book.title, genre: book.genre } : book;
    const next = {
      ...kept,
      ...sent,
      id: book.id,
      createdAt: book.createdAt,
      owner: book.owner,
      version: book.version + 1,
    } as Book & { owner: string };
    this.#books.set(book.id, next);
    return this.#shown(next, 200);
  }

  #remove(book: Book & { owner: string }): ShopAnswer {
    book.deleted = true;
    if (this.fault === "delete-all") for (const other of this.#books.values()) other.deleted = true;
    if (this.fault === "delete-nothing") book.deleted = false;
    return { status: 204, headers: {}, body: "" };
  }

  #review(id: string, number: string | undefined): ShopAnswer {
    const all =
      this.fault === "review-of-any-book"
        ? [...this.#reviews.values()].flat()
        : (this.#reviews.get(id) ?? []);
    const review = all.find((each) => String(each.id) === number);
    if (review === undefined) throw new Refused(404, "no such review");
    return json(200, review);
  }

  #addReview(request: ShopRequest, { id }: Book): ShopAnswer {
    const client = request.headers["x-client"];
    if (client === undefined ? this.fault !== "header-optional" : !["web", "app"].includes(client))
      throw new Refused(400, "x-client");
    const sent = this.#body(request, "application/json", (each) => reviewFault(each, this.fault));
    const list = this.#reviews.get(id) ?? [];
    const review = { ...sent, id: ++this.#last } as unknown as Review;
    this.#reviews.set(id, [...list, review]);
    return json(201, this.fault === "review-without-id" ? sent : review);
  }

  #body(
    { headers, body }: ShopRequest,
    type: string,
    findFault: (value: unknown) => string | undefined,
  ): Record<string, unknown> {
    const given = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    if (given !== type && this.fault !== "any-media-type") throw new Refused(415, "media type");
    const value = parsed(body);
    if (value === undefined) {
      if (this.fault === "malformed-fails" || this.fault === "stack-trace")
        throw new Error("Unexpected token");
      throw new Refused(400, "not JSON");
    }
    const fault = findFault(value);
    if (fault !== undefined) throw new Refused(422, fault);
    return value as Record<string, unknown>;
  }

  #shown(book: Book, status: number, headers: Readonly<Record<string, string>> = {}): ShopAnswer {
    const own = this.fault === "no-etag" ? headers : { ...headers, etag: etag(book, this.fault) };
    const answer = json(
      this.fault === "undeclared-status" && status === 201 ? 202 : status,
      shownBook(book, this.fault),
    );
    return { ...answer, headers: { ...answer.headers, ...own } };
  }
}
