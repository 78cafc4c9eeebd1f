/** Something that happened to a run as a whole. */
export interface Incident {
  /**
   * `gone`: the receiver accepts no connection any more. `hangs`: it answers nothing any more. `restarted`: it died, and came back
   * by itself. `recovered`: for a while it answered nothing, or no delivery. `refuses`: it no longer accepts a delivery that it accepted before. `slow`: its answers take so long that not all
   * cases could be run. `hurried`: so many requests got no answer that the rest were given less time. `probe-gone`: the
   * probe doesn't answer any more. `budget`: of an API, the requests or the time of the run were used up. `exhausted`: this machine could open no more connections.
   */
  readonly kind:
    | "gone"
    | "hangs"
    | "restarted"
    | "recovered"
    | "refuses"
    | "slow"
    | "hurried"
    | "probe-gone"
    | "budget"
    | "exhausted";
  /** A clause, such as "the receiver is gone after case 6.3.3/no-prefix; 126 cases were not run". */
  readonly seen: string;
  /** What that means, and what to do: sentences. */
  readonly advice: string;
  /** Ids of the cases that it happened in or after, the likeliest first. */
  readonly cases: readonly string[];
  /** How many cases say nothing because of it. */
  readonly lost: number;
}

/** What an incident means for the verdict: the receiver is at fault, or the run shows too little, or nothing. */
export function incidentWeight({
  kind,
  lost,
}: Pick<Incident, "kind" | "lost">): "broken" | "unshown" | "none" {
  switch (kind) {
    case "gone":
    case "hangs":
    case "restarted":
      return "broken";
    case "slow":
      return lost > 0 ? "unshown" : "none";
    case "refuses":
    case "probe-gone":
    case "exhausted":
      return "unshown";
    case "budget":
    case "recovered":
    case "hurried":
      return "none";
  }
}
