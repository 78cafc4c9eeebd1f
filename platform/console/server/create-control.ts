import { HttpStatusError } from "@oipkit/runtime/http";
import { createClient } from "../generated/sandbox/client.js";
import { ConsoleRefusal } from "./console-refusal.js";

/** The sandbox's control, by its contract. */
export type SandboxControl = ReturnType<typeof createClient>;

/** More than any page of the control. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** The control as a function of this process; nothing goes over a network. */
export function createControl(control: (request: Request) => Promise<Response>): SandboxControl {
  return createClient({
    // Never asked: only its path counts.
    baseUrl: "http://127.0.0.1",
    fetch: (url, init) => control(new Request(url, init)),
    // In this process, the token that guards its address isn't needed.
    authorize: () => ({}),
    retry: false,
    maxAnswerBytes,
  });
}

/** `undefined` for what the control doesn't have; every other refusal is thrown on, a dependency's failure above all. */
export async function orUndefined<Body>(found: Promise<Body>): Promise<Body | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ConsoleRefusal && error.status === 404) return undefined;
    throw error;
  }
}

interface ControlRefusal {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly clause?: unknown;
  readonly details?: unknown;
}

/**
 * The body of a successful answer. A refusal of the control is thrown as the Console's; everything else is `dependency-failed`, which says
 * nothing about what exists (§7.3).
 */
export async function unwrap<Body>(pending: { readonly unwrap: () => Promise<Body> }): Promise<Body> {
  try {
    return await pending.unwrap();
  } catch (error) {
    throw readRefusal(error);
  }
}

function readRefusal(error: unknown): ConsoleRefusal {
  if (!(error instanceof HttpStatusError) || error.status >= 500) return dependencyFailed();
  const { code, message, clause, details } = (error.answer.body ?? {}) as ControlRefusal;
  return new ConsoleRefusal(
    { status: error.status, code: typeof code === "string" ? code : "refused" },
    typeof message === "string" ? message : "The request is refused.",
    {
      ...(typeof clause === "string" && { clause }),
      ...(typeof details === "object" && details !== null && { details: details as Record<string, unknown> }),
      ...remedies[String(code)],
    },
  );
}

/** Something that the Console needs doesn't answer as it should. */
export function dependencyFailed(): ConsoleRefusal {
  return new ConsoleRefusal({ status: 502, code: "dependency-failed" }, "The platform didn't answer.", {
    remedy: "Try again. This says nothing about what exists, and nothing was switched.",
    clause: "§7.3",
    retryable: true,
  });
}

const remedies: Readonly<Record<string, { readonly remedy: string; readonly clause?: string }>> = {
  "revision-conflict": {
    remedy: "Somebody changed it meanwhile. Read the current state, then confirm again.",
    clause: "§7.3",
  },
  "operation-conflict": { remedy: "Recover the original request instead of sending another with its id." },
  "contact-support": { remedy: "Contact the product's support.", clause: "§3.1" },
  "scopes-not-included": { remedy: "Ask the product's support for a new grant.", clause: "§3.1" },
};

/** How many rows a page has, and how many pages are read at most. */
const limit = 1000;
const mostPages = 50;

/** A list of the control, page by page until the last one: up to 50,000 rows. */
export async function everyPage<Page extends { readonly next: string | null }>(
  read: (query: { limit: number; after?: string }) => { readonly unwrap: () => Promise<Page> },
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let after: string | null = null; pages.length < mostPages; ) {
    const page: Page = await unwrap(read({ limit, ...(after !== null && { after }) }));
    pages.push(page);
    after = page.next;
    if (after === null) break;
  }
  return pages;
}
