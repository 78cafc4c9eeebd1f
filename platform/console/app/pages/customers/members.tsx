import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { createMembership, createPerson } from "../../../generated/console/client.js";
import { call, client, sandboxKey } from "../../client.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { Select, TextField } from "../../parts/fields.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { type Submit, useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import { AccessDialog } from "./access-dialog.js";
import type { Customer, Member } from "./customer-queries.js";
import { FormDialog } from "./form-dialog.js";
import { productName } from "./names.js";
import { texts } from "./texts.js";

/** People of an organization, and what each may use. */
export function Members({ customer }: { readonly customer: Customer }) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const [changed, setChanged] = useState<Member>();
  return (
    <Panel title={t("members")} actions={<AddMember customer={customer} />}>
      <ul className="customers-members">
        {customer.members.map((member) => {
          const { membership, person, access } = member;
          const isActive = membership.status === "active" && person.status === "active";
          return (
            <li key={membership.membership_id}>
              <div>
                <span className="row">
                  <span className="strong">{person.name}</span>
                  {!isActive && <Badge tone="bad">{t("revoked")}</Badge>}
                </span>
                <span className="small muted break">{person.email}</span>
                <br />
                <code className="small muted break">{membership.membership_id}</code>
              </div>
              <div className="stack-small">
                {access.length === 0 && <span className="small faint">{t("noAccess")}</span>}
                {access.map((one) => (
                  <div key={one.product_code}>
                    <span className="row">
                      <span>{productName(one, customer.catalog, localized)}</span>
                      <Badge tone={one.allowed ? "good" : "neutral"}>
                        {t(one.allowed ? "accessAllowed" : "accessDenied")}
                      </Badge>
                      <span className="small muted">
                        {t("accessRevision", { revision: String(one.revision) })}
                      </span>
                    </span>
                    <span className="small muted break">
                      {[...one.roles, ...one.capabilities, ...one.entitlements].join(", ")}
                    </span>
                  </div>
                ))}
              </div>
              <Button
                size="small"
                isDisabled={!isActive || customer.catalog.length === 0}
                aria-label={t("changeAccessOf", { name: person.name })}
                onPress={() => setChanged(member)}
              >
                {t("changeAccess")}
              </Button>
            </li>
          );
        })}
      </ul>
      {changed !== undefined && (
        <AccessDialog member={changed} catalog={customer.catalog} onClose={() => setChanged(undefined)} />
      )}
    </Panel>
  );
}

const someoneNew = "new";

/** Makes a person, who may be new, a member of an organization. */
function AddMember({ customer: { organization, people } }: { readonly customer: Customer }) {
  const t = useTexts(texts);
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const isChoice = chosen === someoneNew || people.some(({ person_id }) => person_id === chosen);
  const who = isChoice ? chosen : (people[0]?.person_id ?? someoneNew);
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
    onDone: (_, person_id) => finish(t("added", { name: memberName(person_id) })),
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
  const memberName = (id: string): string => people.find(({ person_id }) => person_id === id)?.name ?? name;
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
