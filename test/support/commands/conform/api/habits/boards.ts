import type { SmallAnswer } from "../small-api.js";
import { boardsContract } from "./boards-contract.js";
import { type HabitCall, type Handler, Refusal, serveContract } from "./contract-server.js";
import type { HabitServer } from "./run-habit.js";

/** What the boards do wrong. */
export type BoardsFault =
  | "lists the columns of all boards"
  | "keeps a removed column"
  | "removes columns for anybody"
  | "renames the neighbours of a new column"
  | "escapes notes"
  | "doesn't move deals"
  | "lists smaller deals, too"
  | "lists who was hired before, too"
  | "takes a promotion back";

interface Owned {
  readonly id: number;
  readonly owner: string;
}

interface Column {
  readonly id: number;
  readonly board: number;
  readonly title: string;
}

interface Deal extends Owned {
  readonly title: string;
  readonly amount: number;
  readonly stage: string;
}

interface Person extends Owned {
  readonly firstName: string;
  readonly lastName: string;
  readonly hired: string;
  readonly grade: string;
}

interface Card extends Owned {
  readonly title: string;
  readonly notes: string;
}

/** The boards of two teams, which see nothing of each other. */
export function createBoards(fault?: BoardsFault): HabitServer {
  const boards = new Boards(fault);
  const isOpen = fault === "removes columns for anybody";
  const remove = "operationId: removeColumn";
  return {
    contract: boardsContract,
    names: ["red", "blue"],
    answer: serveContract({
      contract: isOpen ? boardsContract.replace(remove, `${remove}\n      security: []`) : boardsContract,
      users: { "red-token": "red", "blue-token": "blue" },
      invalid: 400,
      handlers: boards.handlers(),
    }),
  };
}

class Boards {
  readonly #boards = new Map<number, Owned & { readonly name: string }>();
  readonly #cards = new Map<number, Card>();
  readonly #deals = new Map<number, Deal>();
  readonly #people = new Map<number, Person>();
  /** Of all boards, from left to right. */
  #columns: readonly Column[] = [];
  #count = 0;

  constructor(readonly fault: BoardsFault | undefined) {}

  handlers(): Readonly<Record<string, Handler>> {
    return {
      createBoard: ({ body, user }) => {
        const board = { id: ++this.#count, owner: user, name: body.name };
        this.#boards.set(board.id, board);
        for (const title of ["Later", "Now", "Done"])
          this.#columns = [...this.#columns, { id: ++this.#count, board: board.id, title }];
        return made(shown(board));
      },
      getBoard: (call) => ok(shown(own(this.#boards, call.path.boardId, call))),
      listColumns: (call) => {
        const isAll = this.fault === "lists the columns of all boards";
        const columns = isAll ? this.#columns : this.#ownColumns(call);
        return ok(columns.map((each) => this.#showColumn(each)));
      },
      addColumn: (call) => this.#addColumn(call),
      getColumn: (call) => ok(this.#showColumn(this.#column(call))),
      removeColumn: (call) => {
        const { id } = this.#column(call);
        if (this.fault !== "keeps a removed column")
          this.#columns = this.#columns.filter((each) => each.id !== id);
        return { status: 204 };
      },
      addCard: ({ body, user }) => {
        const { title = "", notes = "" } = this.#texts(body);
        const card = { id: ++this.#count, owner: user, title, notes };
        this.#cards.set(card.id, card);
        return made(shown(card));
      },
      getCard: (call) => ok(shown(own(this.#cards, call.path.cardId, call))),
      changeCard: (call) => {
        const card = own(this.#cards, call.path.cardId, call);
        const changed = Object.assign({}, card, this.#texts(call.body));
        this.#cards.set(card.id, changed);
        return ok(shown(changed));
      },
      listDeals: ({ query, user }) => {
        const least = this.fault === "lists smaller deals, too" ? 0 : (query.minAmount ?? 0);
        const deals = [...this.#deals.values()].filter((each) => each.owner === user && each.amount >= least);
        return ok(deals.map(shown));
      },
      openDeal: ({ body: { title, amount }, user }) => {
        const deal = { id: ++this.#count, owner: user, title, amount, stage: "lead" };
        this.#deals.set(deal.id, deal);
        return made(shown(deal));
      },
      getDeal: (call) => ok(shown(own(this.#deals, call.path.dealId, call))),
      moveDeal: (call) => this.#moveDeal(call),
      listPeople: ({ query, user }) => {
        const day = this.fault === "lists who was hired before, too" ? "" : (query.hiredAfter ?? "");
        const people = [...this.#people.values()].filter((each) => each.owner === user && each.hired > day);
        return ok(people.map(showPerson));
      },
      hire: ({ body, user }) => {
        const person = Object.assign({ id: ++this.#count, owner: user, grade: "junior" }, body);
        this.#people.set(person.id, person);
        return made(showPerson(person));
      },
      getPerson: (call) => ok(showPerson(own(this.#people, call.path.personId, call))),
      changePerson: (call) => this.#savePerson(call, (person) => this.#replaced(person, call.body)),
      promote: (call) => this.#savePerson(call, () => ({ grade: "senior" })),
    };
  }

  #addColumn(call: HabitCall): SmallAnswer {
    const board = own(this.#boards, call.path.boardId, call);
    const before = this.#ownColumns(call);
    const { title, position = before.length + 1 } = call.body as { title: string; position?: number };
    const column = { id: ++this.#count, board: board.id, title };
    const isRenamed = this.fault === "renames the neighbours of a new column";
    const moved = before
      .slice(position - 1)
      .map((each) => (isRenamed ? Object.assign({}, each, { title }) : each));
    const others = this.#columns.filter((each) => each.board !== board.id);
    this.#columns = [...others, ...before.slice(0, position - 1), column, ...moved];
    return made(this.#showColumn(column));
  }

  #ownColumns(call: HabitCall): readonly Column[] {
    const { id } = own(this.#boards, call.path.boardId, call);
    return this.#columns.filter((each) => each.board === id);
  }

  #column(call: HabitCall): Column {
    const board = own(this.#boards, call.path.boardId, call);
    const found = this.#columns.find(({ id }) => id === Number(call.path.columnId));
    if (found?.board !== board.id) throw new Refusal(404, "no such column");
    return found;
  }

  #showColumn({ id, title, board }: Column): object {
    const all = this.#columns.filter((each) => each.board === board);
    return { id, title, position: all.findIndex((each) => each.id === id) + 1 };
  }

  #texts(body: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const kept = Object.entries(body).map(([name, text]) => {
      const isEscaped = this.fault === "escapes notes" && name === "notes";
      return [name, (isEscaped ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : text).trim()];
    });
    const texts = Object.fromEntries(kept);
    if (texts.title === "") throw new Refusal(400, "a title of white space");
    return texts;
  }

  #moveDeal(call: HabitCall): SmallAnswer {
    const deal = own(this.#deals, call.path.dealId, call);
    const isOver = deal.stage === "won" || deal.stage === "lost";
    if (isOver) throw new Refusal(409, "it is over");
    const moved = Object.assign({}, deal, { stage: call.body.stage });
    if (this.fault !== "doesn't move deals") this.#deals.set(deal.id, moved);
    return ok(shown(moved));
  }

  #savePerson(call: HabitCall, change: (person: Person) => object): SmallAnswer {
    const person = own(this.#people, call.path.personId, call);
    const changed = Object.assign({}, person, change(person));
    this.#people.set(person.id, changed);
    return ok(showPerson(changed));
  }

  #replaced({ grade }: Person, body: object): object {
    return Object.assign({ grade: this.fault === "takes a promotion back" ? "junior" : grade }, body);
  }
}

/** What belongs to the caller, or what anybody may change without a token. */
function own<Item extends Owned>(
  items: ReadonlyMap<number, Item>,
  id: string | undefined,
  { user }: HabitCall,
): Item {
  const found = items.get(Number(id));
  if (found === undefined || (user !== "" && found.owner !== user)) throw new Refusal(404, "unknown");
  return found;
}

function shown({ owner, ...item }: Owned): object {
  return item;
}

function showPerson(person: Person): object {
  return Object.assign(shown(person), { fullName: `${person.firstName} ${person.lastName}` });
}

function made(body: object): SmallAnswer {
  return { status: 201, body };
}

function ok(body: object): SmallAnswer {
  return { status: 200, body };
}
