import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { pauseWebhook, resumeWebhook } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { TextField } from "../../parts/fields.js";
import { Notice } from "../../parts/notice.js";
import { toast } from "../../parts/toast.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** Pauses the endpoint, with a reason that is shown. */
export function PauseButton({ application }: { readonly application: string }) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const done = async (): Promise<void> => {
    setOpen(false);
    setReason("");
    await queryClient.invalidateQueries({ queryKey: applicationKey(application) });
    toast({ tone: "good", title: t("pause.done") });
  };
  const pause = useSubmit({
    application,
    keepAs: `pause-webhook:${application}`,
    send: (input: { readonly reason: string }, operationId) =>
      call(pauseWebhook(client, { application_id: application, operationId, body: input })),
    onDone: done,
    onRecovered: done,
  });
  const isLost = pause.state.kind === "unknown";
  const close = isLost ? undefined : () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Pause size={15} aria-hidden />
        {t("pause.pause")}
      </Button>
      <Dialog title={t("pause.title")} isOpen={isOpen || isLost} onClose={close}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void pause.submit({ reason });
          }}
        >
          <div className="body">
            <p className="muted">{t("pause.help")}</p>
            <TextField
              label={t("pause.reason")}
              help={t("pause.reasonHelp")}
              value={pause.state.kind === "unknown" ? pause.state.input.reason : reason}
              onChange={setReason}
              isDisabled={pause.isLocked}
              isRequired
              maxLength={500}
              autoFocus
            />
            <SubmitStatus of={pause} />
          </div>
          <footer>
            <Button onPress={close} isDisabled={pause.isLocked}>
              {common("actions.cancel")}
            </Button>
            <Button
              type="submit"
              kind="primary"
              isPending={pause.isBusy}
              isDisabled={pause.isLocked || reason.trim() === ""}
            >
              {t("pause.pause")}
            </Button>
          </footer>
        </form>
      </Dialog>
    </>
  );
}

/** Says that the endpoint is paused and why, and resumes it. */
export function PausedNotice({
  application,
  reason,
  canResume,
}: {
  readonly application: string;
  readonly reason: string | null;
  readonly canResume: boolean;
}) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const done = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: applicationKey(application) });
    toast({ tone: "good", title: t("pause.resumed") });
  };
  const resume = useSubmit({
    application,
    keepAs: `resume-webhook:${application}`,
    send: (_: Readonly<Record<string, never>>, operationId) =>
      call(resumeWebhook(client, { application_id: application, operationId })),
    onDone: done,
    onRecovered: done,
  });
  return (
    <>
      <Notice
        tone="warn"
        title={t("pause.paused")}
        actions={
          canResume && (
            <Button
              kind="primary"
              isPending={resume.isBusy}
              isDisabled={resume.isLocked}
              onPress={() => void resume.submit({})}
            >
              <Play size={15} aria-hidden />
              {t("pause.resume")}
            </Button>
          )
        }
      >
        {t("pause.pausedHelp", { reason: reason ?? "" })}
      </Notice>
      <SubmitStatus of={resume} />
    </>
  );
}
