import type { SmallAnswer } from "../small-api.js";
import { type HabitCall, Refusal, serveContract } from "./contract-server.js";
import { hubContract } from "./hub-contract.js";
import { type HabitServer, origin } from "./run-habit.js";

/** What is before the hub's paths. */
export const hubBase = "/api/v3";

/** What the hub does wrong. */
export type HubFault =
  | "links to pages that don't exist"
  | "names a Location that doesn't exist"
  | "lets anybody change a repository"
  | "lets anybody remove a comment"
  | "keeps a removed repository"
  | "removes the neighbour, too"
  | "loses a label"
  | "ignores the state"
  | "lists the issues of all repositories"
  | "doesn't close issues";

interface Repo {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly about: string;
  readonly issues: number;
}

interface Issue {
  readonly id: number;
  readonly repo: number;
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly reason: string | null;
  readonly user: string;
  readonly labels: readonly string[];
}

interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly body: string;
  readonly user: string;
}

/** A hub: whoever has a token sees all repositories, reports issues and comments on them; only owners change things. */
export function createHub(fault?: HubFault): HabitServer {
  const hub = new Hub(fault);
  return {
    contract: hubContract,
    names: ["ada", "ben"],
    answer: serveContract({
      contract: hubContract,
      base: hubBase,
      users: { "ada-token": "ada", "ben-token": "ben" },
      handlers: hub.handlers(),
    }),
  };
}

class Hub {
  readonly #repos = new Map<number, Repo>();
  readonly #issues = new Map<number, Issue>();
  readonly #comments = new Map<number, Comment>();
  #ids = 1000;

  constructor(readonly fault: HubFault | undefined) {}

  handlers() {
    return {
      listRepos: (call: HabitCall) => this.#page(call, this.#ownRepos(call.user).map(this.#showRepo)),
      createRepo: (call: HabitCall) => this.#createRepo(call),
      getRepo: (call: HabitCall) => ok(this.#showRepo(this.#repo(call))),
      changeRepo: (call: HabitCall) => {
        const mayAnybody = this.fault === "lets anybody change a repository";
        const repo = Object.assign({}, mayAnybody ? this.#repo(call) : this.#ownRepo(call), call.body);
        this.#repos.set(repo.id, repo);
        return ok(this.#showRepo(repo));
      },
      removeRepo: (call: HabitCall) => this.#removeRepo(this.#ownRepo(call)),
      listIssues: (call: HabitCall) => this.#listIssues(call),
      openIssue: (call: HabitCall) => this.#openIssue(call),
      getIssue: (call: HabitCall) => ok(this.#showIssue(this.#issue(call))),
      changeIssue: (call: HabitCall) => this.#changeIssue(call),
      listComments: (call: HabitCall) => {
        const { id } = this.#issue(call);
        const comments = [...this.#comments.values()].filter(({ issue }) => issue === id);
        return this.#page(call, comments.map(showComment));
      },
      addComment: (call: HabitCall) => {
        const comment = {
          id: ++this.#ids,
          issue: this.#issue(call).id,
          body: call.body.body,
          user: call.user,
        };
        this.#comments.set(comment.id, comment);
        const { owner, repo } = call.path;
        return this.#made(`/repos/${owner}/${repo}/issues/comments/${comment.id}`, showComment(comment));
      },
      getComment: (call: HabitCall) => ok(showComment(this.#comment(call))),
      removeComment: (call: HabitCall) => {
        if (this.fault !== "lets anybody remove a comment") this.#ownRepo(call);
        this.#comments.delete(this.#comment(call).id);
        return { status: 204 };
      },
    };
  }

  #createRepo({ body, user }: HabitCall): SmallAnswer {
    if (this.#ownRepos(user).some(({ name }) => name === body.name)) throw new Refusal(422, "name is taken");
    const { name, about = "" } = body;
    const repo = { id: ++this.#ids, name, about, owner: user, issues: 0 };
    this.#repos.set(repo.id, repo);
    return this.#made(`/repos/${user}/${name}`, this.#showRepo(repo));
  }

  #removeRepo({ id, owner }: Repo): SmallAnswer {
    if (this.fault === "keeps a removed repository") return { status: 204 };
    this.#repos.delete(id);
    const neighbour = this.#ownRepos(owner).at(-1);
    if (this.fault === "removes the neighbour, too" && neighbour !== undefined)
      this.#repos.delete(neighbour.id);
    return { status: 204 };
  }

  #listIssues(call: HabitCall): SmallAnswer {
    const { id } = this.#repo(call);
    const { state } = call.query;
    const isListed = (issue: Issue): boolean =>
      (issue.repo === id || this.fault === "lists the issues of all repositories") &&
      (state === "all" || issue.state === state || this.fault === "ignores the state");
    const issues = [...this.#issues.values()].filter(isListed).reverse();
    return this.#page(
      call,
      issues.map((issue) => this.#showIssue(issue)),
    );
  }

  #openIssue(call: HabitCall): SmallAnswer {
    const { title, labels = [] } = call.body as { readonly title: string; readonly labels?: string[] };
    const repo = this.#repo(call);
    const number = repo.issues + 1;
    this.#repos.set(repo.id, Object.assign({}, repo, { issues: number }));
    const issue = {
      id: ++this.#ids,
      repo: repo.id,
      number,
      title,
      state: "open",
      reason: null,
      user: call.user,
      labels: this.fault === "loses a label" ? labels.slice(1) : labels,
    };
    this.#issues.set(issue.id, issue);
    return this.#made(`/repos/${repo.owner}/${repo.name}/issues/${number}`, this.#showIssue(issue));
  }

  #changeIssue(call: HabitCall): SmallAnswer {
    this.#ownRepo(call);
    const issue = this.#issue(call);
    const { title = issue.title, labels = issue.labels, state_reason = "done" } = call.body;
    const { state = issue.state } = this.fault === "doesn't close issues" ? issue : call.body;
    const closed = issue.state === state ? issue.reason : state_reason;
    const reason = state === "closed" ? closed : null;
    this.#issues.set(issue.id, Object.assign({}, issue, { title, labels, state, reason }));
    return ok(this.#showIssue(this.#issue(call)));
  }

  #ownRepos(user: string): readonly Repo[] {
    return [...this.#repos.values()].filter(({ owner }) => owner === user);
  }

  #repo({ path }: HabitCall): Repo {
    const found = this.#ownRepos(path.owner ?? "").find(({ name }) => name === path.repo);
    if (found === undefined) throw new Refusal(404, "no such repository");
    return found;
  }

  /** Others are told that there is nothing to change. */
  #ownRepo(call: HabitCall): Repo {
    const repo = this.#repo(call);
    if (repo.owner !== call.user) throw new Refusal(404, "no such repository");
    return repo;
  }

  #issue(call: HabitCall): Issue {
    const { id } = this.#repo(call);
    const number = Number(call.path.issue_number);
    const found = [...this.#issues.values()].find((each) => each.repo === id && each.number === number);
    if (found === undefined) throw new Refusal(404, "no such issue");
    return found;
  }

  #comment(call: HabitCall): Comment {
    const repo = this.#repo(call);
    const found = this.#comments.get(Number(call.path.comment_id));
    if (found === undefined || this.#issues.get(found.issue)?.repo !== repo.id)
      throw new Refusal(404, "no such comment");
    return found;
  }

  readonly #showRepo = ({ id, name, about, owner }: Repo): object => {
    const open = [...this.#issues.values()].filter(({ repo, state }) => repo === id && state === "open");
    return { id, name, about, owner: { login: owner }, open_issues: open.length };
  };

  #showIssue({ id, number, title, state, reason, user, labels }: Issue): object {
    const comments = [...this.#comments.values()].filter(({ issue }) => issue === id).length;
    const named = labels.map((name) => ({ name }));
    return { id, number, title, state, state_reason: reason, user: { login: user }, labels: named, comments };
  }

  #made(path: string, body: object): SmallAnswer {
    const wrong = this.fault === "names a Location that doesn't exist" ? "/gone" : "";
    return { status: 201, body, headers: { location: `${origin}${hubBase}${path}${wrong}` } };
  }

  /** A page with absolute links to others (RFC 8288, section 3). */
  #page({ url, query }: HabitCall, items: readonly object[]): SmallAnswer {
    const { page, per_page } = query as { readonly page: number; readonly per_page: number };
    const last = Math.max(1, Math.ceil(items.length / per_page));
    const link = (number: number, relation: string): string => {
      const target = new URL(url, origin);
      target.searchParams.set("page", String(number));
      if (this.fault === "links to pages that don't exist") target.pathname += "/pages";
      return `<${target.href}>; rel="${relation}"`;
    };
    const links = [
      ...(page > 1 ? [link(1, "first"), link(page - 1, "prev")] : []),
      ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ];
    const headers: Record<string, string> = links.length === 0 ? {} : { link: links.join(", ") };
    return { status: 200, body: items.slice((page - 1) * per_page, page * per_page), headers };
  }
}

function showComment({ id, body, user }: Comment): object {
  return { id, body, user: { login: user } };
}

function ok(body: object): SmallAnswer {
  return { status: 200, body };
}
