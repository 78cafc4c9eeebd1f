import { useQueryClient } from "@tanstack/react-query";
import { advanceClock, freezeClock, resumeClock } from "../../generated/console/client.js";
import { call, client } from "../api/client.js";
import { sandboxKey } from "../api/keys.js";
import { toast } from "../parts/toast.js";
import { type Submit, useSubmit } from "../submit/use-submit.js";
import { useLanguage } from "../texts/language.js";
import { useTexts } from "../texts/texts.js";
import { absoluteTime } from "../time/time.js";
import type { ClockState } from "../time/use-sandbox-now.js";
import { clockTexts } from "./clock-texts.js";

/** What is asked of the clock. */
export type ClockCommand =
  | { readonly kind: "freeze" }
  | { readonly kind: "resume" }
  | { readonly kind: "advance"; readonly by: string }
  | { readonly kind: "advance"; readonly until: string };

/** Freezes, resumes and advances the clock; whatever depends on it is read again. */
export function useClockCommands(): Submit<ClockCommand> {
  const t = useTexts(clockTexts);
  const language = useLanguage();
  const queryClient = useQueryClient();
  return useSubmit<ClockCommand, ClockState>({
    keepAs: "clock",
    send: (command, operationId) => {
      if (command.kind === "freeze") return call(freezeClock(client, { operationId }));
      if (command.kind === "resume") return call(resumeClock(client, { operationId }));
      const body = "by" in command ? { by: command.by } : { until: command.until };
      return call(advanceClock(client, { operationId, body }));
    },
    onDone: async (clock, { kind }) => {
      queryClient.setQueryData(sandboxKey("clock"), clock);
      if (kind === "advance")
        toast({ tone: "good", title: t("done", { time: absoluteTime(Date.parse(clock.now), language) }) });
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
    },
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
    },
  });
}
