import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { revokeApplication, transferApplication } from "../../../generated/console/client.js";
import { applicationKey, applicationsKey, call, client, sessionKey } from "../../client.js";
import { ActionButton } from "../../parts/button.js";
import { ConfirmDialog } from "../../parts/dialog.js";
import { Select } from "../../parts/fields.js";
import { Facts, Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { findAction, useApplication } from "../../scope.js";
import { isVerified, useSession, VerificationNotice } from "../../session/use-session.js";
import { useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** Whose application it is, and its transfer, which needs a recent verification. */
export function OwnershipPanel() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const session = useSession();
  const { application, organization, owner, is_owner, actions, transfer_candidates } = useApplication();
  const { application_id, revision, name } = application;
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  // A sensitive choice: not a draft.
  const [to, setTo] = useState<string | null>(null);
  const verified = isVerified(session, Date.now());
  const done = async (person: string): Promise<void> => {
    setOpen(false);
    const who = transfer_candidates.find(({ person_id }) => person_id === person);
    toast({ tone: "good", title: t("ownership.done", { name: who?.name ?? person }) });
    await queryClient.invalidateQueries({ queryKey: applicationKey(application_id) });
    await queryClient.invalidateQueries({ queryKey: sessionKey });
  };
  const transfer = useSubmit({
    application: application_id,
    keepAs: `transfer:${application_id}`,
    send: (person: string, operationId) =>
      call(transferApplication(client, { application_id, operationId, body: { owner: person, revision } })),
    onDone: (_, person) => done(person),
    onRecovered: (_, person) => done(person),
  });
  const action = findAction(actions, "transfer");
  return (
    <Panel
      title={t("ownership.title")}
      lead={t("ownership.lead")}
      actions={<ActionButton action={action} label={t("ownership.transfer")} onPress={() => setOpen(true)} />}
    >
      <Facts
        items={[
          [
            t("ownership.owner"),
            <span key="owner">
              {owner.name} {is_owner && <span className="muted">({t("you")})</span>}
              <span className="muted small break"> {owner.email}</span>
            </span>,
          ],
          [t("ownership.organization"), localized(organization.name)],
        ]}
      />
      {(open || transfer.state.kind === "unknown") && (
        <ConfirmDialog
          title={t("ownership.transferTitle", { name })}
          confirm={t("ownership.transfer")}
          isDanger
          isReady={to !== null && verified}
          of={transfer}
          onConfirm={() => {
            if (to !== null) void transfer.submit(to);
          }}
          onClose={() => {
            setOpen(false);
            setTo(null);
          }}
        >
          <p className="muted">{t("ownership.transferHelp")}</p>
          {verified || transfer.state.kind !== "idle" ? (
            <Select
              label={t("ownership.to")}
              placeholder={t("ownership.choose")}
              choices={transfer_candidates.map(({ person_id, name: label, email }) => ({
                id: person_id,
                label,
                description: email,
              }))}
              value={to}
              onChange={setTo}
              isDisabled={transfer.isLocked}
            />
          ) : (
            <VerificationNotice />
          )}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** Revokes the application for good, after its name was typed. */
export function RevocationPanel() {
  const t = useTexts(texts);
  const { application, actions } = useApplication();
  const { application_id, revision, name } = application;
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const done = async (): Promise<void> => {
    setOpen(false);
    toast({ tone: "info", title: t("danger.done", { name }) });
    for (const queryKey of [applicationKey(application_id), applicationsKey, sessionKey])
      await queryClient.invalidateQueries({ queryKey });
  };
  const revocation = useSubmit({
    application: application_id,
    keepAs: `revoke:${application_id}`,
    send: (_: null, operationId) =>
      call(revokeApplication(client, { application_id, operationId, body: { revision } })),
    onDone: done,
    onRecovered: done,
  });
  const action = findAction(actions, "revoke");
  return (
    <>
      <Panel
        title={t("danger.title")}
        lead={t("danger.lead")}
        actions={
          <ActionButton
            kind="danger"
            action={action}
            label={t("danger.revoke")}
            onPress={() => setOpen(true)}
          />
        }
      />
      {(open || revocation.state.kind === "unknown") && (
        <ConfirmDialog
          title={t("danger.revokeTitle", { name })}
          confirm={t("danger.revoke")}
          isDanger
          typed={name}
          of={revocation}
          onConfirm={() => void revocation.submit(null)}
          onClose={() => setOpen(false)}
        >
          <p className="muted">{t("danger.revokeHelp")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
