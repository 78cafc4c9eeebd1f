import { Badge } from "../parts/badge.js";
import { Panel } from "../parts/panel.js";
import { useTexts } from "../texts/texts.js";
import { useClock } from "../time/use-sandbox-now.js";
import { ClockControls } from "./clock-controls.js";
import { clockTexts } from "./clock-texts.js";
import { WhatHappened } from "./what-happened.js";

/** The sandbox's clock: where it stands, how to move it, and what happened when it was moved. */
export function ClockPanel() {
  const t = useTexts(clockTexts);
  const clock = useClock();
  if (clock === undefined) return null;
  const isFrozen = clock.mode === "frozen";
  return (
    <Panel
      title={
        <span className="row">
          {t("title")} <Badge tone={isFrozen ? "info" : "good"}>{t(isFrozen ? "frozen" : "running")}</Badge>
        </span>
      }
      lead={t("lead")}
    >
      <div className="stack">
        <ClockControls />
        <WhatHappened />
      </div>
    </Panel>
  );
}
