import { useTexts } from "../../../texts/texts.js";
import { texts } from "../texts.js";

/** What the colours and lines of the picture mean. */
export function Legend() {
  const t = useTexts(texts);
  return (
    <figcaption className="life-legend small muted">
      <span className="key now">{t("legendNow")}</span>
      <span className="key before">{t("legendBefore")}</span>
      <span className="key next">{t("legendNext")}</span>
      <span className="line command">{t("legendCommand")}</span>
      <span className="line timer">{t("legendTimer")}</span>
      <span className="line payment">{t("legendPayment")}</span>
      <span className="note">{t("widely")}</span>
    </figcaption>
  );
}
