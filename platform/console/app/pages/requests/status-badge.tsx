import { Badge } from "../../parts/badge.js";
import type { ApiRequest } from "./request-types.js";

/** The status that a request was answered with. */
export function StatusBadge({ of: { status } }: { readonly of: Pick<ApiRequest, "status"> }) {
  return (
    <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>
      <span className="number">{status}</span>
    </Badge>
  );
}
