import { Check, X } from "lucide-react";
import { Badge } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

const answers = [
  ["204", "204", "good"],
  ["401", "401, 403", "bad"],
  ["422", "422", "bad"],
  ["500", "5xx", "bad"],
] as const;

/** What a passed test proves and what it doesn't, and what a receiver's answers mean. */
export function Explanations() {
  const t = useTexts(texts);
  return (
    <>
      <Panel title={t("proves.title")}>
        <div className="stack-small tests-proves">
          <h3>{t("proves.yes")}</h3>
          <ul className="yes">
            {[t("proves.yesReach"), t("proves.yesVerify")].map((text) => (
              <li key={text}>
                <Check size={15} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
          <h3>{t("proves.no")}</h3>
          <ul className="no">
            {[t("proves.noState"), t("proves.noGrant"), t("proves.noProduction")].map((text) => (
              <li key={text}>
                <X size={15} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </Panel>
      <Panel title={t("answers.title")}>
        <dl className="tests-answers">
          {answers.map(([key, status, tone]) => (
            <div key={key}>
              <dt>
                <Badge tone={tone} plain>
                  {status}
                </Badge>
              </dt>
              <dd className="small">{t(`answers.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
