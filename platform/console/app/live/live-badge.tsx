import { ExplainedText } from "../parts/tooltip.js";
import { useCommonTexts } from "../texts/common.js";
import { useConnected } from "./live-store.js";

/** Says whether new entries arrive by themselves. */
export function LiveBadge() {
  const t = useCommonTexts();
  const connected = useConnected();
  return (
    <ExplainedText text={connected ? t("live.onHelp") : t("live.offHelp")}>
      <span className={connected ? "live-dot on" : "live-dot"}>
        {connected ? t("live.on") : t("live.off")}
      </span>
    </ExplainedText>
  );
}
