import { useQuery } from "@tanstack/react-query";
import { Badge } from "../parts/badge.js";
import { useTexts } from "../texts/texts.js";
import { type Standing, standingsQuery } from "./health-query.js";
import { standingTexts } from "./standing-texts.js";

/** How an endpoint stands, in a word or two. */
export function StandingBadge({ status }: { readonly status: Standing["status"] }) {
  const t = useTexts(standingTexts);
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

const tones = { working: "good", failing: "bad", behind: "warn", paused: "warn", idle: "neutral" } as const;

/** The mark of an application in a list, if its deliveries need somebody's attention. */
export function StandingMark({ application }: { readonly application: string }) {
  const { data } = useQuery(standingsQuery);
  const standing = data?.standings.find(({ application_id }) => application_id === application);
  if (standing === undefined || standing.status === "working" || standing.status === "idle") return null;
  return (
    <span>
      <StandingBadge status={standing.status} />
    </span>
  );
}
