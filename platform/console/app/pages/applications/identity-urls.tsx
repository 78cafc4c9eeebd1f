import { Pencil } from "lucide-react";
import { useState } from "react";
import { changeIdentity } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../client.js";
import { DraftNotice, useDraft } from "../../drafts.js";
import { Button } from "../../parts/button.js";
import { Copyable } from "../../parts/copy.js";
import { Facts } from "../../parts/panel.js";
import { useApplication } from "../../scope.js";
import { type Submit, SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { requestUrls } from "./new-application-form.js";
import { texts } from "./texts.js";
import { filled, listProblems, originProblem, UrlList, urlProblem } from "./url-list.js";

interface UrlsDraft extends Record<string, unknown> {
  readonly redirects: readonly string[];
  readonly logouts: readonly string[];
  readonly origins: readonly string[];
}

/** The URLs of the user identity, to read and to change; or those that enabling it needs. */
export function IdentityUrls({
  held,
  isNew,
  enabling,
  onClose,
  onSaved,
}: {
  readonly held: components["schemas"]["SandboxClient"] | undefined;
  readonly isNew: boolean;
  readonly enabling: Submit<components["schemas"]["SandboxIdentityConfiguration"]>;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { application } = useApplication();
  const { application_id, status } = application;
  const draft = useDraft<UrlsDraft>(`urls:${application_id}`, {
    redirects: held?.redirect_uris ?? [],
    logouts: isNew ? [] : (held?.logout_uris ?? []),
    origins: isNew ? [] : (held?.origins ?? []),
  });
  const [editing, setEditing] = useState(isNew || draft.isRestored);
  const [tried, setTried] = useState(false);
  const saving = useSubmit({
    application: application_id,
    send: (body: components["schemas"]["SandboxIdentityChange"], operationId) =>
      call(changeIdentity(client, { application_id, identity: "user", operationId, body })),
    onDone: () => saved(),
    onRecovered: () => saved(),
  });
  const saved = async (): Promise<void> => {
    draft.reset();
    setEditing(false);
    await onSaved();
  };
  const lists = [
    ["redirects", urlProblem],
    ["logouts", urlProblem],
    ["origins", originProblem],
  ] as const;
  if (!editing)
    return (
      <div className="stack-small">
        <Facts
          items={lists.map(([name]) => [
            t(`form.${name}`),
            <ul key={name}>
              {draft.values[name].length === 0 && <li className="muted">{common("none")}</li>}
              {draft.values[name].map((url) => (
                <li key={url}>
                  <Copyable text={url} name={t(`form.${name}`)} />
                </li>
              ))}
            </ul>,
          ])}
        />
        {status === "active" && (
          <div>
            <Button size="small" onPress={() => setEditing(true)}>
              <Pencil size={14} aria-hidden />
              {t("identities.edit")}
            </Button>
          </div>
        )}
      </div>
    );
  const { values, change } = draft;
  const submit = isNew ? enabling : saving;
  const send = (): void => {
    setTried(true);
    const isWrong = lists.some(([name, check]) =>
      listProblems(values[name], check).some((problem) => problem !== undefined),
    );
    if (isWrong || filled(values.redirects).length === 0) return;
    if (isNew) void enabling.submit(requestUrls(values)).then(draft.reset);
    else
      void saving.submit({
        redirect_uris: filled(values.redirects),
        logout_uris: filled(values.logouts),
        origins: filled(values.origins),
      });
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftNotice draft={draft} isLocked={submit.isLocked} />
      {lists.map(([name, check]) => (
        <UrlList
          key={name}
          label={t(`form.${name}`)}
          help={t(`form.${name}Help`)}
          optional={name !== "redirects"}
          values={values[name]}
          onChange={(list) => change({ [name]: list })}
          check={check}
          showProblems={tried}
          missing={
            name === "redirects" && filled(values.redirects).length === 0
              ? t("form.redirectsMissing")
              : undefined
          }
          isDisabled={submit.isLocked}
        />
      ))}
      <SubmitStatus of={submit} />
      <div className="row end">
        <Button
          isDisabled={submit.isLocked}
          onPress={() => {
            draft.reset();
            setEditing(false);
            onClose();
          }}
        >
          {common("actions.cancel")}
        </Button>
        <Button type="submit" kind="primary" isPending={submit.isBusy} isDisabled={submit.isLocked}>
          {t(isNew ? "identities.enableUser" : "identities.saveUrls")}
        </Button>
      </div>
    </form>
  );
}
