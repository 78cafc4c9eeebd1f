import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { createCustomer } from "../../../../generated/console/client.js";
import { call, client } from "../../../api/client.js";
import { sandboxKey } from "../../../api/keys.js";
import { useDraft } from "../../../drafts/use-draft.js";
import { Button } from "../../../parts/button.js";
import { TextField } from "../../../parts/fields.js";
import { toast } from "../../../parts/toast.js";
import { useSubmit } from "../../../submit/use-submit.js";
import { useLocalized } from "../../../texts/language.js";
import { useTexts } from "../../../texts/texts.js";
import { FormDialog } from "../form-dialog.js";
import { texts } from "../texts.js";

/** Creates an organization of the sandbox. */
export function NewOrganization() {
  const t = useTexts(texts);
  const localized = useLocalized();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { values, change, reset } = useDraft("new-organization", { en: "", zh: "" });
  const finish = async (): Promise<void> => {
    setOpen(false);
    reset();
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const create = useSubmit({
    keepAs: "new-organization",
    send: ({ en, zh }: { en: string; zh: string }, operationId) => {
      const name = { en: en.trim(), zh: zh.trim() === "" ? en.trim() : zh.trim() };
      return call(createCustomer(client, { operationId, body: { name } }));
    },
    onDone: async ({ name }) => {
      toast({ tone: "good", title: t("created", { name: localized(name) }) });
      await finish();
    },
    onRecovered: async () => {
      toast({ tone: "good", title: t("recovered") });
      await finish();
    },
  });
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Plus size={15} aria-hidden />
        {t("newOrganization")}
      </Button>
      <FormDialog
        title={t("newOrganization")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={create}
        onSubmit={() => void create.submit({ en: values.en, zh: values.zh })}
        label={t("create")}
        isReady={values.en.trim() !== ""}
      >
        <TextField
          autoFocus
          label={t("nameEn")}
          value={values.en}
          maxLength={500}
          isDisabled={create.isLocked}
          onChange={(en) => change({ en })}
        />
        <TextField
          optional
          label={t("nameZh")}
          value={values.zh}
          maxLength={500}
          isDisabled={create.isLocked}
          onChange={(zh) => change({ zh })}
        />
      </FormDialog>
    </>
  );
}
