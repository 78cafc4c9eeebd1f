import type { SmallAnswer } from "../small-api.js";
import {
  type HabitCall,
  type HabitRequest,
  type Handler,
  Refusal,
  serveContract,
} from "./contract-server.js";
import { paymentsContract } from "./payments-contract.js";
import type { HabitServer } from "./run-habit.js";

/** What the payments do wrong. */
export type PaymentsFault =
  | "keeps a deleted customer"
  | "loses metadata"
  | "forgets keys"
  | "begins each page with the first customer"
  | "refuses the largest amount"
  | "takes any amount"
  | "shows customers to others";

interface Customer {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly email: string | null;
  readonly metadata: object;
  readonly isDeleted: boolean;
}

interface Charge {
  readonly id: string;
  readonly owner: string;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
  readonly customer: string | null;
}

interface Refund {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
}

/** Payments of two merchants, who see nothing of each other. */
export function createPayments(fault?: PaymentsFault): HabitServer {
  const payments = new Payments(fault);
  const contract =
    fault === "takes any amount" ? paymentsContract.replaceAll(", maximum: 999999", "") : paymentsContract;
  return {
    contract: paymentsContract,
    names: ["acme", "bolt"],
    answer: serveContract({
      contract,
      users: { "acme-token": "acme", "bolt-token": "bolt" },
      invalid: 400,
      handlers: payments.handlers(),
      around: payments.once,
      refusalBody: ({ message }) => ({ error: { message } }),
    }),
  };
}

class Payments {
  readonly #customers = new Map<string, Customer>();
  readonly #charges = new Map<string, Charge>();
  readonly #refunds = new Map<string, Refund>();
  readonly #answers = new Map<string, { readonly text: string; readonly answer: SmallAnswer }>();
  #count = 0;

  constructor(readonly fault: PaymentsFault | undefined) {}

  handlers(): Readonly<Record<string, Handler>> {
    return {
      listCustomers: (call) => this.#list(call),
      createCustomer: ({ body, user }) => {
        const { name, email = null, metadata = {} } = body;
        const kept = this.fault === "loses metadata" ? {} : metadata;
        const customer = { id: this.#id("cus"), owner: user, name, email, metadata: kept, isDeleted: false };
        this.#customers.set(customer.id, customer);
        return ok(showCustomer(customer));
      },
      getCustomer: (call) => ok(showCustomer(this.#customer(call))),
      changeCustomer: (call) => {
        const customer = this.#existing(call);
        const changed = Object.assign({}, customer, call.body);
        this.#customers.set(customer.id, changed);
        return ok(showCustomer(changed));
      },
      deleteCustomer: (call) => {
        const gone = Object.assign({}, this.#existing(call), { isDeleted: true });
        if (this.fault !== "keeps a deleted customer") this.#customers.set(gone.id, gone);
        return ok(showCustomer(gone));
      },
      createCharge: (call) => this.#charge(call),
      getCharge: ({ path, user }) => ok(showCharge(this.#ownCharge(path.charge, user))),
      createRefund: (call) => this.#refund(call),
      getRefund: ({ path, user }) => {
        const refund = this.#refunds.get(path.refund ?? "");
        if (refund === undefined) throw new Refusal(404, "no such refund");
        this.#ownCharge(refund.charge, user);
        return ok(refund);
      },
    };
  }

  /** The answer to the first request with a key, errors included. */
  readonly once = ({ operation, user, request }: HabitRequest, answer: () => SmallAnswer): SmallAnswer => {
    const key = request.headers["idempotency-key"];
    if (key === undefined || request.method !== "POST" || this.fault === "forgets keys") return answer();
    const known = this.#answers.get(`${user} ${key}`);
    const text = `${operation} ${request.text}`;
    if (known !== undefined && known.text !== text)
      return { status: 400, body: { error: { message: "this key is that of another request" } } };
    const first = known?.answer ?? answer();
    this.#answers.set(`${user} ${key}`, { text, answer: first });
    return first;
  };

  #list({ query, user }: HabitCall): SmallAnswer {
    const own = [...this.#customers.values()].filter((each) => each.owner === user && !each.isDeleted);
    const all = own.reverse();
    const { limit, starting_after: cursor } = query;
    const at = all.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && at < 0) throw new Refusal(400, "no such customer to begin after");
    const begin = this.fault === "begins each page with the first customer" ? 0 : at + 1;
    const data = all.slice(begin, begin + limit).map(showCustomer);
    return ok({ data, has_more: all.length > begin + limit });
  }

  #charge({ body, user }: HabitCall): SmallAnswer {
    const { amount, currency, customer = null } = body;
    if (this.fault === "refuses the largest amount" && amount > 999_998) throw new Refusal(400, "too large");
    const known = this.#customers.get(customer);
    if (customer !== null && (known === undefined || known.owner !== user || known.isDeleted))
      throw new Refusal(400, "no such customer");
    const charge = { id: this.#id("ch"), owner: user, amount, refunded: 0, currency, customer };
    this.#charges.set(charge.id, charge);
    return ok(showCharge(charge));
  }

  #refund({ body, user }: HabitCall): SmallAnswer {
    const charge = this.#charges.get(body.charge);
    if (charge === undefined || charge.owner !== user) throw new Refusal(400, "no such charge");
    const left = charge.amount - charge.refunded;
    if (left === 0) throw new Refusal(400, "nothing is left of the charge");
    const { amount = left } = body;
    if (amount > left) throw new Refusal(400, "more than what is left of the charge");
    this.#charges.set(charge.id, Object.assign({}, charge, { refunded: charge.refunded + amount }));
    const refund = { id: this.#id("re"), charge: charge.id, amount };
    this.#refunds.set(refund.id, refund);
    return ok(refund);
  }

  #customer({ path, user }: HabitCall): Customer {
    const found = this.#customers.get(path.customer ?? "");
    const isShown = found?.owner === user || this.fault === "shows customers to others";
    if (found === undefined || !isShown) throw new Refusal(404, "no such customer");
    return found;
  }

  /** A customer that isn't deleted, of the caller. */
  #existing(call: HabitCall): Customer {
    const customer = this.#customer(call);
    if (customer.isDeleted || customer.owner !== call.user) throw new Refusal(404, "no such customer");
    return customer;
  }

  #ownCharge(id: string | undefined, user: string): Charge {
    const found = this.#charges.get(id ?? "");
    if (found?.owner !== user) throw new Refusal(404, "no such charge");
    return found;
  }

  #id(kind: string): string {
    return `${kind}_${++this.#count * 7919}`;
  }
}

function showCustomer({ id, name, email, metadata, isDeleted }: Customer): object {
  return isDeleted
    ? { id, object: "customer", deleted: true }
    : { id, object: "customer", name, email, metadata };
}

function showCharge({ id, amount, refunded, currency, customer }: Charge): object {
  return { id, amount, amount_refunded: refunded, currency, customer };
}

function ok(body: object): SmallAnswer {
  return { status: 200, body };
}
