import type { Schemas } from "./operation.js";

/** Which requests of the API to list; without a filter, all. */
export interface RequestQuery {
  /** `null`: only those that no application could be told for. */
  readonly application?: string | null | undefined;
  readonly status?: number | undefined;
  /** The name of a check. */
  readonly deniedBy?: string | undefined;
  /** Only those before this one; `next` of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

type Page = Pick<Schemas["RequestPage"], "requests" | "next">;

/** The API's log of requests, as the control shows it. */
export interface RequestReading {
  /** The latest first, without their checks. */
  readonly list: (query: RequestQuery) => Promise<Page> | Page;
  /** With every check. */
  readonly show: (
    id: string,
  ) => Promise<Schemas["ApiRequest"] | undefined> | Schemas["ApiRequest"] | undefined;
}
