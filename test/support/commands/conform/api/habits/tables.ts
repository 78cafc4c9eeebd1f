import type { SmallAnswer } from "../small-api.js";
import { type HabitCall, type Handler, Refusal, serveContract } from "./contract-server.js";
import { createClock, type HabitServer } from "./run-habit.js";
import { tablesContract } from "./tables-contract.js";

/** What the tables do wrong. */
export type TablesFault =
  | "names all books alike"
  | "loses the country"
  | "changes all authors"
  | "deletes nothing of what isn't there"
  | "keeps a deleted review"
  | "loses words at the limit"
  | "begins each page anew"
  | "refuses long names"
  | "takes any number of stars";

interface Author {
  readonly id: number;
  readonly name: string;
  readonly country: string;
  readonly level?: number;
  readonly updatedAt: string;
}

interface Book {
  readonly id: number;
  readonly title: string;
  readonly authorId: number;
}

interface Review {
  readonly id: number;
  readonly words: string;
  readonly stars?: number;
}

/** Tables that anybody may read and write; authors have unique names. */
export function createTables(fault?: TablesFault): HabitServer {
  const tables = new Tables(fault);
  const isOpen = fault === "takes any number of stars";
  return {
    contract: tablesContract,
    answer: serveContract({
      contract: isOpen ? tablesContract.replace(", maximum: 5", "") : tablesContract,
      invalid: 400,
      handlers: tables.handlers(),
    }),
  };
}

class Tables {
  readonly #authors = new Map<number, Author>();
  readonly #books = new Map<number, Book>();
  readonly #reviews = new Map<number, Review>();
  readonly #now = createClock();
  #count = 0;

  constructor(readonly fault: TablesFault | undefined) {}

  handlers(): Readonly<Record<string, Handler>> {
    return {
      listAuthors: (call) => this.#listAuthors(call),
      createAuthor: ({ body }) => {
        if (this.#authors.has(body.id)) throw new Refusal(409, "this id is taken");
        return ok(this.#saveAuthor(body.id ?? this.#free(this.#authors), body));
      },
      getAuthor: ({ path }) => ok(found(this.#authors, path.id)),
      saveAuthor: ({ path, body }) => {
        const author = this.#saveAuthor(Number(path.id), body);
        if (this.fault === "changes all authors")
          for (const other of this.#authors.values())
            this.#authors.set(other.id, Object.assign({}, other, { country: author.country }));
        return ok(author);
      },
      deleteAuthor: ({ path }) => {
        const isLax = this.fault === "deletes nothing of what isn't there";
        const nobody = { id: Number(path.id), name: "nobody", country: "nowhere", updatedAt: null };
        const author = isLax ? (this.#authors.get(Number(path.id)) ?? nobody) : found(this.#authors, path.id);
        this.#authors.delete(Number(path.id));
        return ok(author);
      },
      createBook: ({ body }) => {
        if (!this.#authors.has(body.authorId)) throw new Refusal(400, "no such author");
        if (this.#books.has(body.id)) throw new Refusal(409, "this id is taken");
        const id = this.fault === "names all books alike" ? 1 : (body.id ?? this.#free(this.#books));
        const book = { id, title: body.title, authorId: body.authorId };
        this.#books.set(id, book);
        return ok(book);
      },
      getBook: ({ path }) => ok(found(this.#books, path.id)),
      createReview: ({ body }) => this.#saveReview(this.#free(this.#reviews), body.data),
      getReview: ({ path }) => ok({ data: found(this.#reviews, path.id) }),
      changeReview: ({ path, body }) => this.#saveReview(found(this.#reviews, path.id).id, body.data),
      deleteReview: ({ path }) => {
        const review = found(this.#reviews, path.id);
        if (this.fault !== "keeps a deleted review") this.#reviews.delete(review.id);
        return ok({ data: review });
      },
    };
  }

  #listAuthors({ query }: HabitCall): SmallAnswer {
    const { limit = 10, offset = 0 } = query;
    const { "where.country.eq": equal, "where.country.lt": below, "where.country.gte": least } = query;
    const authors = [...this.#authors.values()].filter(
      ({ country }) =>
        (equal === undefined || country === equal) &&
        (below === undefined || country < below) &&
        (least === undefined || country >= least),
    );
    const begin = this.fault === "begins each page anew" ? 0 : offset;
    return ok(authors.slice(begin, begin + Number(limit)));
  }

  #saveAuthor(id: number, { name, country, level }: Omit<Author, "id" | "updatedAt">): Author {
    if (this.fault === "refuses long names" && name.length > 30) throw new Refusal(400, "too long");
    if ([...this.#authors.values()].some((each) => each.name === name && each.id !== id))
      throw new Refusal(409, "an author has this name");
    const kept = this.fault === "loses the country" ? "unknown" : country;
    const plain = { id, name, country: kept, updatedAt: this.#now() };
    const author = level === undefined ? plain : Object.assign(plain, { level: Number(level) });
    this.#authors.set(id, author);
    return author;
  }

  #saveReview(id: number, { words, stars }: Omit<Review, "id">): SmallAnswer {
    const isCut = this.fault === "loses words at the limit" && words.length === 300;
    const kept = isCut ? words.slice(0, 200) : words;
    const review = stars === undefined ? { id, words: kept } : { id, words: kept, stars };
    this.#reviews.set(id, review);
    return ok({ data: review });
  }

  #free(items: ReadonlyMap<number, unknown>): number {
    do this.#count++;
    while (items.has(this.#count));
    return this.#count;
  }
}

function found<Item>(items: ReadonlyMap<number, Item>, id: string | undefined): Item {
  const item = items.get(Number(id));
  if (item === undefined) throw new Refusal(404, "no such item");
  return item;
}

function ok(body: object): SmallAnswer {
  return { status: 200, body };
}
