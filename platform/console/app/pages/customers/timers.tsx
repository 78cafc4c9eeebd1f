import { SkipForward } from "lucide-react";
import { useClockCommands } from "../../clock/use-clock-commands.js";
import { Button } from "../../parts/button.js";
import { Panel } from "../../parts/panel.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useTexts } from "../../texts/texts.js";
import { Time } from "../../time/time.js";
import type { Subscription } from "./customer-types.js";
import { texts } from "./texts.js";
import { useNames } from "./use-names.js";

/** What happens to a subscription by itself, the earliest first; the clock can be advanced to each. */
export function Timers({ subscription: { timers } }: { readonly subscription: Subscription }) {
  const t = useTexts(texts);
  const names = useNames();
  const clock = useClockCommands();
  return (
    <Panel title={t("timers")} lead={t("timersLead")}>
      {timers.length === 0 ? (
        <p className="muted">{t("noTimers")}</p>
      ) : (
        <ul className="customers-timers">
          {timers.map(({ name, at }) => (
            <li key={name} className="row-between">
              <div>
                <span className="strong">{names.move(name)}</span>
                <br />
                <span className="small">
                  <Time at={at} absolute />
                </span>
              </div>
              <Button
                size="small"
                isDisabled={clock.isLocked}
                aria-label={`${t("goThere")}: ${names.move(name)}`}
                onPress={() => void clock.submit({ kind: "advance", until: at })}
              >
                <SkipForward size={14} aria-hidden />
                {t("goThere")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SubmitStatus of={clock} />
    </Panel>
  );
}
