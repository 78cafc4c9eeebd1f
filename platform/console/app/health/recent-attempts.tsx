import { useQuery } from "@tanstack/react-query";
import { languageTag, useLanguage, useTexts } from "../texts/texts.js";
import { type Health, healthQuery } from "./health-query.js";
import { standingTexts } from "./standing-texts.js";

/** How often attempts failed of late, in a line. */
export function RecentAttempts({ application }: { readonly application: string }) {
  const recent = useRecent();
  const { data } = useQuery(healthQuery(application));
  const health = data?.health;
  if (health === undefined || health === null) return null;
  return <p className="small muted">{recent(health)}</p>;
}

/** A function that says how often attempts failed of late. */
export function useRecent(): (health: Health) => string {
  const t = useTexts(standingTexts);
  const language = useLanguage();
  return ({ recent: { attempts, failed, complete } }) => {
    if (attempts === 0) return t("recentNone");
    const format = new Intl.NumberFormat(languageTag(language), { style: "percent" });
    const text = t("recent", { attempts, failed, share: format.format(failed / attempts) });
    return complete ? text : `${text} ${t("incomplete")}`;
  };
}
