import type { useTexts } from "../../texts/texts.js";
import type { texts } from "./texts.js";

/** What an answer to a test says about the receiver, and what to check. */
export function answerText(
  { status, error }: { readonly status: number | null; readonly error: string | null },
  t: ReturnType<typeof useTexts<(typeof texts)["en"]>>,
): string {
  if (status === null) {
    if (error === "type-not-granted") return t("answer.ungranted");
    return error === "timed-out" ? t("answer.late") : t("answer.none");
  }
  return t(`answer.${kindOf(status)}`, { status });
}

function kindOf(status: number) {
  if (status >= 200 && status < 300) return "accepted";
  if (status === 401 || status === 403) return "unauthenticated";
  if (status === 422) return "unprocessable";
  if (status >= 500) return "server";
  if (status >= 300 && status < 400) return "redirect";
  return status === 404 || status === 405 || status === 410 ? "absent" : "other";
}
