import { Check, CircleDashed, Minus, X } from "lucide-react";
import { Badge, type Tone } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { useCheckName } from "./check-name.js";
import type { CheckRecord } from "./request-types.js";
import { texts } from "./texts.js";

const icons = { passed: Check, denied: X, "not-reached": CircleDashed, "not-needed": Minus } as const;
const tones: Record<CheckRecord["outcome"], Tone> = {
  passed: "good",
  denied: "bad",
  "not-reached": "neutral",
  "not-needed": "neutral",
};

/** Every check, in order, with what it looked at. */
export function Checks({ checks }: { readonly checks: readonly CheckRecord[] }) {
  const t = useTexts(texts);
  const checkName = useCheckName();
  return (
    <Panel title={t("checksTitle")} lead={t("checksLead")}>
      <ol className="requests-checks">
        {checks.map((check) => {
          const { name, outcome, clause, reason, looked_at } = check;
          const Icon = icons[outcome];
          const facts = Object.entries(looked_at);
          return (
            <li key={name} className={outcome}>
              <span className="mark">
                <Icon size={13} strokeWidth={3} aria-hidden />
              </span>
              <div className="row-between">
                <h3>{checkName(name)}</h3>
                <span className="row">
                  {clause !== null && <span className="small faint">{clause}</span>}
                  <Badge plain tone={tones[outcome]}>
                    {t(`outcomes.${outcome}`)}
                  </Badge>
                </span>
              </div>
              {reason !== null && <p>{reason}</p>}
              {facts.length > 0 && (
                <details open={outcome === "denied"}>
                  <summary>{t("lookedAt")}</summary>
                  <dl className="requests-looked">
                    {facts.map(([key, value]) => (
                      <div key={key}>
                        <dt>{key}</dt>
                        <dd>
                          <code className="break">{shown(value)}</code>
                        </dd>
                      </div>
                    ))}
                  </dl>
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
