/** Statuses to filter by; others can be written into the address. */
export const commonStatuses = [200, 201, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] as const;

/** Filters of the requests, in the address so that they can be linked. */
export interface RequestsSearch {
  /** Words of ids, the path or what a check looked at. */
  readonly search?: string | undefined;
  readonly status?: number | undefined;
  /** The check that denied it. */
  readonly denied_by?: string | undefined;
  /** Those that no application could be told for, instead of the application's. */
  readonly unattributed?: "true" | undefined;
}

function isStatus(status: unknown): status is number {
  return typeof status === "number" && Number.isSafeInteger(status) && status >= 100 && status <= 599;
}

/** Takes the filters out of an address; everything else in it is dropped. */
export function requestsSearch({
  search,
  status,
  denied_by,
  unattributed,
}: Record<string, unknown>): RequestsSearch {
  return {
    search: typeof search === "string" && search.trim() !== "" ? search.slice(0, 200) : undefined,
    status: isStatus(status) ? status : undefined,
    denied_by: typeof denied_by === "string" && denied_by !== "" ? denied_by.slice(0, 100) : undefined,
    unattributed: unattributed === "true" || unattributed === true ? "true" : undefined,
  };
}
