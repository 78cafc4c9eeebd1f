import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { createMembership, createPerson } from "../../../../generated/console/client.js";
import { call, client } from "../../../api/client.js";
import { sandboxKey } from "../../../api/keys.js";
import { Button } from "../../../parts/button.js";
import { Select, TextField } from "../../../parts/fields.js";
import { toast } from "../../../parts/toast.js";
import { type Submit, useSubmit } from "../../../submit/use-submit.js";
import { useTexts } from "../../../texts/texts.js";
import type { Customer } from "../customer-types.js";
import { FormDialog } from "../form-dialog.js";
import { texts } from "../texts.js";

const someoneNew = "new";

/** Makes a person, who may be new, a member of an organization. */
export function AddMember({ customer: { organization, people } }: { readonly customer: Customer }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const who = people.some(({ person_id }) => person_id === chosen)
    ? chosen
    : chosen === someoneNew
      ? chosen
      : (people[0]?.person_id ?? someoneNew);
  const finish = async (title: string): Promise<void> => {
    setOpen(false);
    setChosen("");
    setName("");
    setEmail("");
    toast({ tone: "good", title });
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const join = useSubmit({
    send: (person_id: string, operationId) =>
      call(
        createMembership(client, {
          operationId,
          body: { organization_id: organization.organization_id, person_id },
        }),
      ),
    onDone: (_, person_id) => finish(t("added", { name: nameOf(person_id) })),
    onRecovered: () => finish(t("recovered")),
  });
  // A person who was created is chosen, so that a membership that fails is asked for again without a second person.
  const create = useSubmit({
    send: (person: { name: string; email: string }, operationId) =>
      call(createPerson(client, { operationId, body: person })),
    onDone: async ({ person_id }) => {
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
      setChosen(person_id);
      await join.submit(person_id);
    },
    onRecovered: async () => {
      await queryClient.invalidateQueries({ queryKey: sandboxKey() });
    },
  });
  const nameOf = (id: string): string => people.find(({ person_id }) => person_id === id)?.name ?? name;
  const isNew = who === someoneNew;
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)}>
        <UserPlus size={14} aria-hidden />
        {t("addMember")}
      </Button>
      <FormDialog
        title={t("addMember")}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={(create.state.kind === "idle" ? join : create) as Submit<unknown>}
        onSubmit={() =>
          void (isNew ? create.submit({ name: name.trim(), email: email.trim() }) : join.submit(who))
        }
        label={t("add")}
        isReady={!isNew || (name.trim() !== "" && email.trim() !== "")}
      >
        <p className="muted">{t("addHelp")}</p>
        <Select
          label={t("person")}
          choices={[
            ...people.map((person) => ({
              id: person.person_id,
              label: person.name,
              description: person.email,
            })),
            { id: someoneNew, label: t("someoneNew") },
          ]}
          value={who}
          onChange={setChosen}
        />
        {isNew && (
          <>
            <TextField label={t("name")} value={name} onChange={setName} maxLength={500} />
            <TextField type="email" label={t("email")} value={email} onChange={setEmail} maxLength={500} />
          </>
        )}
      </FormDialog>
    </>
  );
}
