import type { SmallAnswer } from "../small-api.js";
import { type HabitCall, type Handler, Refusal, serveContract } from "./contract-server.js";
import { magazineContract } from "./magazine-contract.js";
import type { HabitServer } from "./run-habit.js";

/** What the magazine does wrong. */
export type MagazineFault =
  | "lets anybody delete an article"
  | "lets anybody delete a comment"
  | "keeps a deleted article"
  | "loses a title"
  | "keeps only four tags"
  | "refuses short titles"
  | "refuses short passwords"
  | "ignores the tag";

interface Article {
  readonly slug: string;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly favorites: readonly string[];
}

interface Comment {
  readonly id: number;
  readonly slug: string;
  readonly body: string;
  readonly author: string;
}

/** A magazine that everybody may read, comment on and mark; only authors change and delete what they wrote. */
export function createMagazine(fault?: MagazineFault): HabitServer {
  const magazine = new Magazine(fault);
  return {
    contract: magazineContract,
    names: ["ada", "ben"],
    answer: serveContract({
      contract: magazineContract,
      users: { "ada-token": "ada", "ben-token": "ben" },
      handlers: magazine.handlers(),
      refusalBody: ({ message }) => ({ errors: { body: [message] } }),
    }),
  };
}

class Magazine {
  readonly #users = new Map([
    ["ada", "ada@example.com"],
    ["ben", "ben@example.com"],
  ]);
  readonly #follows = new Set<string>();
  readonly #articles = new Map<string, Article>();
  readonly #comments = new Map<number, Comment>();
  #count = 0;

  constructor(readonly fault: MagazineFault | undefined) {}

  handlers(): Readonly<Record<string, Handler>> {
    return {
      signUp: ({ body }) => this.#signUp(body.user),
      getProfile: (call) => ok({ profile: this.#profile(call.path.username ?? "", call.user) }),
      follow: (call) => this.#follow(call, true),
      unfollow: (call) => this.#follow(call, false),
      listArticles: (call) => this.#list(call),
      createArticle: (call) => this.#create(call),
      getArticle: (call) => this.#shown(this.#article(call), call),
      changeArticle: (call) => this.#change(call),
      deleteArticle: (call) => {
        const { slug } =
          this.fault === "lets anybody delete an article" ? this.#article(call) : this.#own(call);
        if (this.fault !== "keeps a deleted article") this.#articles.delete(slug);
        return { status: 204 };
      },
      addFavorite: (call) => this.#mark(call, true),
      removeFavorite: (call) => this.#mark(call, false),
      listComments: (call) => {
        const { slug } = this.#article(call);
        const comments = [...this.#comments.values()].filter((each) => each.slug === slug);
        return ok({ comments: comments.map((each) => this.#showComment(each, call.user)) });
      },
      addComment: (call) => {
        const { slug } = this.#article(call);
        const comment = { id: ++this.#count, slug, body: call.body.comment.body, author: call.user };
        this.#comments.set(comment.id, comment);
        return ok({ comment: this.#showComment(comment, call.user) });
      },
      deleteComment: (call) => this.#deleteComment(call),
    };
  }

  #signUp(user: {
    readonly username: string;
    readonly email: string;
    readonly password: string;
  }): SmallAnswer {
    const { username, email, password } = user;
    if (this.fault === "refuses short passwords" && password.length < 12) throw new Refusal(422, "too short");
    if (this.#users.has(username) || [...this.#users.values()].includes(email))
      throw new Refusal(422, "name or address is taken");
    this.#users.set(username, email);
    return { status: 201, body: { user: { username, email, token: `new-${++this.#count}` } } };
  }

  #profile(username: string, reader: string): object {
    if (!this.#users.has(username)) throw new Refusal(404, "no such person");
    return { username, following: this.#follows.has(`${reader} ${username}`) };
  }

  #follow({ path: { username = "" }, user }: HabitCall, isFollowed: boolean): SmallAnswer {
    this.#profile(username, user);
    if (isFollowed) this.#follows.add(`${user} ${username}`);
    else this.#follows.delete(`${user} ${username}`);
    return ok({ profile: this.#profile(username, user) });
  }

  #list({ query, user }: HabitCall): SmallAnswer {
    const { tag, author, limit, offset } = query;
    const found = [...this.#articles.values()].filter(
      (each) =>
        (tag === undefined || each.tags.includes(tag) || this.fault === "ignores the tag") &&
        (author === undefined || each.author === author),
    );
    const articles = found.reverse().slice(offset, offset + limit);
    return ok({ articles: articles.map((each) => this.#show(each, user)), articlesCount: found.length });
  }

  #create({ body, user }: HabitCall): SmallAnswer {
    const { title, body: text, tags = [] } = body.article;
    if (this.fault === "refuses short titles" && title.length < 3) throw new Refusal(422, "too short");
    const kept = this.fault === "keeps only four tags" ? tags.slice(0, 4) : tags;
    const article = {
      slug: `article-${++this.#count}`,
      title: this.fault === "loses a title" ? "Untitled" : title,
      body: text,
      tags: kept,
      author: user,
      favorites: [],
    };
    this.#articles.set(article.slug, article);
    return { status: 201, body: { article: this.#show(article, user) } };
  }

  #change(call: HabitCall): SmallAnswer {
    const article = Object.assign({}, this.#own(call), call.body.article);
    this.#articles.set(article.slug, article);
    return this.#shown(article, call);
  }

  #mark(call: HabitCall, isMarked: boolean): SmallAnswer {
    const { favorites, ...article } = this.#article(call);
    const others = favorites.filter((name) => name !== call.user);
    const marked = Object.assign(article, { favorites: isMarked ? [...others, call.user] : others });
    this.#articles.set(marked.slug, marked);
    return this.#shown(marked, call);
  }

  #deleteComment(call: HabitCall): SmallAnswer {
    const { slug } = this.#article(call);
    const comment = this.#comments.get(Number(call.path.id));
    if (comment === undefined || comment.slug !== slug) throw new Refusal(404, "no such comment");
    if (comment.author !== call.user && this.fault !== "lets anybody delete a comment")
      throw new Refusal(403, "not yours");
    this.#comments.delete(comment.id);
    return { status: 204 };
  }

  #article({ path }: HabitCall): Article {
    const found = this.#articles.get(path.slug ?? "");
    if (found === undefined) throw new Refusal(404, "no such article");
    return found;
  }

  #own(call: HabitCall): Article {
    const article = this.#article(call);
    if (article.author !== call.user) throw new Refusal(403, "not yours");
    return article;
  }

  #shown(article: Article, { user }: HabitCall): SmallAnswer {
    return ok({ article: this.#show(article, user) });
  }

  #show({ author, favorites, ...article }: Article, reader: string): object {
    return Object.assign(article, {
      author: this.#profile(author, reader),
      favorited: favorites.includes(reader),
      favoritesCount: favorites.length,
    });
  }

  #showComment({ id, body, author }: Comment, reader: string): object {
    return { id, body, author: this.#profile(author, reader) };
  }
}

function ok(body: object): SmallAnswer {
  return { status: 200, body };
}
