/** The run-time description of a request that an API sends; generated code holds it. */
export interface IncomingDescriptor {
  /** In capitals. */
  readonly method: string;
  readonly parameters?: readonly IncomingParameter[];
  /** Absent if the request has no body. */
  readonly body?: { readonly required?: boolean; readonly contentTypes: readonly string[] };
  /** The media types of each answer, by `200`, `2XX` or `default`. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

/** A header or a query parameter. */
export interface IncomingParameter {
  readonly name: string;
  readonly in: "header" | "query";
  /** Its member of the request that a handler gets. */
  readonly key: string;
  readonly required?: boolean;
  /** What its text, or each item of its list, is read as: a string if absent. */
  readonly type?: "number" | "boolean";
  /** Whether it is a list: one text with commas, or a parameter that is repeated. */
  readonly list?: "commas" | "repeated";
  /** Whether its text is JSON. */
  readonly json?: boolean;
}

/** The validators of a request, as `validators/<api>.webhooks.ts` has them. */
export interface IncomingChecks {
  /** By key of the request. */
  readonly parameters?: Readonly<Record<string, IncomingCheck>>;
  /** By media type. */
  readonly body?: Readonly<Record<string, IncomingCheck>>;
}

/** The errors in a value; an empty list if there are none. */
export type IncomingCheck = (value: unknown) => readonly {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}[];

/** The requests of a contract by name, with their validators. */
export type IncomingTable = Readonly<
  Record<string, { readonly descriptor: IncomingDescriptor; readonly checks?: IncomingChecks | undefined }>
>;
