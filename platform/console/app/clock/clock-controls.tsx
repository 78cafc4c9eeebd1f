import { Pause, Play, SkipForward } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components/Form";
import { Button } from "../parts/button.js";
import { TextField } from "../parts/fields.js";
import { type Submit, SubmitStatus, useSubmit } from "../submit.js";
import { useLanguage, useTexts } from "../texts/texts.js";
import { absoluteTime, type ClockState, Time, useClock, useSandboxNow } from "../time.js";
import { clockTexts } from "./clock-texts.js";
import "./clock.css";
import { useQueryClient } from "@tanstack/react-query";
import {
  advanceClock,
  advanceOrganizationClock,
  freezeClock,
  resumeClock,
} from "../../generated/console/client.js";
import type { components } from "../../generated/console/types.js";
import { call, client, sandboxKey } from "../client.js";
import { toast } from "../parts/toast.js";

const presets = [
  ["hour", "PT1H"],
  ["day", "P1D"],
  ["week", "P7D"],
  ["month", "P1M"],
] as const;

/** Where the sandbox's clock stands, and what moves it. */
export function ClockControls() {
  const t = useTexts(clockTexts);
  const language = useLanguage();
  const clock = useClock();
  const now = useSandboxNow(1000);
  const commands = useClockCommands();
  const [by, setBy] = useState("");
  if (clock === undefined) return null;
  const isFrozen = clock.mode === "frozen";
  const { next_timer } = clock;
  // While a command is under way, another one does nothing; a disabled button would lose the focus, and the keyboard with it.
  const isLocked = commands.state.kind === "unknown";
  return (
    <>
      <div>
        <time className="clock-now number" dateTime={new Date(now).toISOString()}>
          {absoluteTime(now, language)} <span className="small muted">UTC</span>
        </time>
        <p className="small muted">
          {next_timer === null ? (
            t("nextNone")
          ) : (
            <>
              {t("next")} <Time at={next_timer} />
            </>
          )}
        </p>
      </div>
      <div className="row">
        <Button
          isDisabled={isLocked}
          onPress={() => void commands.submit({ kind: isFrozen ? "resume" : "freeze" })}
        >
          {isFrozen ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
          {t(isFrozen ? "resume" : "freeze")}
        </Button>
        <Button
          isDisabled={isLocked || next_timer === null}
          onPress={() => next_timer !== null && void commands.submit({ kind: "advance", until: next_timer })}
        >
          <SkipForward size={15} aria-hidden />
          {t("toNext")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a box around the buttons */}
      <div role="group" aria-label={t("presets")} className="stack-small">
        <span className="small strong" aria-hidden>
          {t("presets")}
        </span>
        <div className="clock-presets">
          {presets.map(([name, length]) => (
            <Button
              key={name}
              size="small"
              isDisabled={isLocked}
              onPress={() => void commands.submit({ kind: "advance", by: length })}
            >
              {t(name)}
            </Button>
          ))}
        </div>
      </div>
      <Form
        className="clock-other"
        onSubmit={(event) => {
          event.preventDefault();
          if (by.trim() !== "") void commands.submit({ kind: "advance", by: by.trim() });
        }}
      >
        <TextField
          mono
          label={t("duration")}
          help={t("durationHelp")}
          value={by}
          onChange={setBy}
          isReadOnly={commands.isBusy}
          isDisabled={isLocked}
        />
        <Button type="submit" isPending={commands.isBusy} isDisabled={isLocked || by.trim() === ""}>
          {t("advance")}
        </Button>
      </Form>
      <SubmitStatus of={commands} />
    </>
  );
}

/** What is asked of the clock. */
type ClockCommand =
  | { readonly kind: "freeze" }
  | { readonly kind: "resume" }
  | { readonly kind: "advance"; readonly by: string }
  | { readonly kind: "advance"; readonly until: string }
  | { readonly kind: "advance-organization"; readonly organization: string; readonly until: string };

type OrganizationClock = components["schemas"]["SandboxOrganizationClock"];

/** Freezes, resumes and advances the clock, or advances that of one organization; whatever depends on it is read again. */
export function useClockCommands(): Submit<ClockCommand> {
  const t = useTexts(clockTexts);
  const language = useLanguage();
  const queryClient = useQueryClient();
  return useSubmit<ClockCommand, ClockState | OrganizationClock>({
    keepAs: "clock",
    send: (command, operationId) => {
      if (command.kind === "freeze") return call(freezeClock(client, { operationId }));
      if (command.kind === "resume") return call(resumeClock(client, { operationId }));
      if (command.kind === "advance-organization") {
        const { organization: organization_id, until } = command;
        return call(advanceOrganizationClock(client, { organization_id, operationId, body: { until } }));
      }
      const body = "by" in command ? { by: command.by } : { until: command.until };
      return call(advanceClock(client, { operationId, body }));
    },
    onDone: async (clock, { kind }) => {
      if (!("organization_id" in clock)) queryClient.setQueryData(sandboxKey("clock"), clock);
      if (kind === "advance" || kind === "advance-organization")
        toast({ tone: "good", title: t("done", { time: absoluteTime(Date.parse(clock.now), language) }) });
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
    },
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
    },
  });
}
