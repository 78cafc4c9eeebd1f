import type { useTexts } from "../../texts/texts.js";
import type { Attempt } from "./delivery-types.js";
import type { texts } from "./texts.js";

const known = { 204: "committed", 401: "unauthenticated", 422: "unprocessable", 503: "unavailable" } as const;

type Known = keyof typeof known;

/** What an answer means, in the page's language; what the backend says if the page doesn't know the status. */
export function meaningText(
  { status, meaning }: Attempt,
  t: ReturnType<typeof useTexts<(typeof texts)["en"]>>,
): string | undefined {
  if (meaning === null) return undefined;
  if (status === null) return meaning;
  if (Object.hasOwn(known, status)) return t(`exchange.meaning.${known[status as Known]}`);
  return status >= 200 && status < 300 ? t("exchange.meaning.accepted") : meaning;
}
