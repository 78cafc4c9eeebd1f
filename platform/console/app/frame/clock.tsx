import { Clock3 } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { ClockControls } from "../clock/clock-controls.js";
import { useOptionalScope } from "../routes/scope-context.js";
import { useCommonTexts } from "../texts/common.js";
import { languageTag, useLanguage } from "../texts/language.js";
import { useClock, useSandboxNow } from "../time/use-sandbox-now.js";

/** The sandbox's time, which all times on the pages are compared with; pressed, it can be moved. */
export function Clock() {
  const t = useCommonTexts();
  const language = useLanguage();
  const clock = useClock();
  const now = useSandboxNow(5000);
  const scope = useOptionalScope();
  if (clock === undefined || scope?.environment === "production") return null;
  const text = new Intl.DateTimeFormat(languageTag(language), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(now);
  return (
    <DialogTrigger>
      <Button className="button plain small muted clock">
        <Clock3 size={14} aria-hidden />
        <span className="hidden-visually">{t("time.sandbox")}: </span>
        <span className="label">
          <time className="number" dateTime={new Date(now).toISOString()}>
            {text}
          </time>
          {clock.mode === "frozen" && ` (${t("time.frozen")})`}
        </span>
      </Button>
      <Popover className="popover" placement="bottom end">
        <div className="account">
          <ClockControls />
        </div>
      </Popover>
    </DialogTrigger>
  );
}
