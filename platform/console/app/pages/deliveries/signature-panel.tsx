import { useState } from "react";
import { Badge } from "../../parts/badge.js";
import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { CompareForm } from "./compare-form.js";
import type { Comparison, Signature } from "./delivery-types.js";
import { has } from "./known-steps.js";
import { SignatureValue } from "./signature-value.js";
import { texts } from "./texts.js";

/** How an attempt was signed, step by step, and where what a receiver computed differs. */
export function SignaturePanel({
  delivery,
  attempt,
  signature,
  body,
}: {
  readonly delivery: string;
  readonly attempt: number;
  readonly signature: Signature;
  readonly body: string | undefined;
}) {
  const t = useTexts(texts);
  const [comparison, setComparison] = useState<Comparison>();
  return (
    <Panel title={t("signature.title")} lead={t("signature.lead")}>
      <div className="deliveries-signature">
        <ol className="deliveries-steps">
          {signature.steps.map((step) => {
            const { clause, mistake } = step;
            const outcome = comparison?.steps.find((compared) => compared.step === step.step)?.outcome;
            const parts = comparison?.parts_at === step.step;
            return (
              <li key={step.step} data-outcome={outcome} className={parts ? "parts" : undefined}>
                <div className="row-between">
                  <h3>{has(step.step) ? t(`signature.steps.${step.step}`) : step.step}</h3>
                  <span className="row">
                    {outcome === "agrees" && <Badge tone="good">{t("compare.agrees")}</Badge>}
                    {outcome === "differs" && <Badge tone="bad">{t("compare.differs")}</Badge>}
                    <span className="small faint">{clause}</span>
                  </span>
                </div>
                {has(step.step) && <p className="muted">{t(`signature.explain.${step.step}`)}</p>}
                <SignatureValue step={step} signature={signature} body={body} />
                <p className="small">
                  <span className="deliveries-mistake">{t("signature.mistake")}:</span>{" "}
                  {has(step.step) ? t(`signature.mistakes.${step.step}`) : mistake}
                </p>
              </li>
            );
          })}
        </ol>
        <CompareForm
          delivery={delivery}
          attempt={attempt}
          comparison={comparison}
          onCompared={setComparison}
        />
      </div>
    </Panel>
  );
}
