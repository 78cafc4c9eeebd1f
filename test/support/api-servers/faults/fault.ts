/** The servers, by the name of their folder. */
export type ServerName = "fastify" | "express" | "python";

/** What goes wrong. */
export type FaultKind =
  | "authentication"
  | "body"
  | "conditional"
  | "encoding"
  | "filter"
  | "header"
  | "idempotency"
  | "leak"
  | "location"
  | "method"
  | "pagination"
  | "robustness"
  | "state"
  | "status"
  | "tenancy"
  | "validation";

/**
 * How bad it is: `grave` loses, damages or shows data, or lets others in or crash; `medium` breaks clients that rely on the document;
 * `slight` is a deviation that most clients don't notice.
 */
export type Severity = "grave" | "medium" | "slight";

/** One realistic fault of one server. */
export interface Fault {
  /** Kebab-case; begins with the server's name, and is unique. */
  readonly id: string;
  readonly server: ServerName;
  readonly kind: FaultKind;
  readonly severity: Severity;
  /** The mistake and its effect, in one sentence. */
  readonly what: string;
  /** A text that occurs exactly once in the server's source files, and what is there instead. */
  readonly replace: readonly [from: string, to: string];
}

/** Faults of one server. */
export function faultsIn(server: ServerName, faults: readonly Omit<Fault, "server">[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, server }));
}
