import type { components } from "../../../generated/console/types.js";
import { useMoment } from "../../health/moment.js";
import { Button } from "../../parts/button.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** How far was searched until now. */
export interface SearchReach {
  readonly words: string | undefined;
  readonly deliveries: number;
  readonly oldest: string | null;
  readonly unreadable: number;
  readonly isComplete: boolean;
}

/** A page of a search. */
interface SearchedPage {
  readonly words: string | undefined;
  /** Absent for the first page. */
  readonly before: number | undefined;
  readonly next: number | null;
  readonly searched: components["schemas"]["SandboxSearchedDeliveries"];
}

/** How far was searched with another page. The first one is read again while things happen, which takes back nothing. */
export function furtherSearch(
  known: SearchReach | undefined,
  { words, before, next, searched }: SearchedPage,
): SearchReach {
  const same = known?.words === words ? known : undefined;
  if (before === undefined && same !== undefined && same.deliveries > searched.deliveries) return same;
  const start = before === undefined ? undefined : same;
  return {
    words,
    deliveries: (start?.deliveries ?? 0) + searched.deliveries,
    oldest: searched.oldest ?? start?.oldest ?? null,
    unreadable: (start?.unreadable ?? 0) + searched.unreadable,
    isComplete: next === null,
  };
}

/** Says how far was searched, and goes on. Nothing if a complete id was found. */
export function SearchedNote({
  of: { deliveries, oldest, unreadable, isComplete },
  onMore,
  isLoading,
}: {
  readonly of: SearchReach;
  readonly onMore: (() => void) | undefined;
  readonly isLoading: boolean;
}) {
  const t = useTexts(texts);
  const moment = useMoment();
  if (deliveries === 0 && isComplete && oldest === null) return null;
  return (
    <div className="row small muted" role="status">
      <span>
        {isComplete || oldest === null
          ? t("searched.all", { count: deliveries })
          : t("searched.latest", { count: deliveries, oldest: moment(oldest) })}{" "}
        {unreadable > 0 && t("searched.unreadable", { count: unreadable })} {t("searched.help")}
      </span>
      {!isComplete && onMore !== undefined && (
        <Button size="small" onPress={onMore} isPending={isLoading}>
          {t("searched.more")}
        </Button>
      )}
    </div>
  );
}
