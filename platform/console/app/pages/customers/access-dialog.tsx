import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { setMemberAccess } from "../../../generated/console/client.js";
import { call, client, sandboxKey } from "../../client.js";
import { Checkbox, Select, TextField } from "../../parts/fields.js";
import { toast } from "../../parts/toast.js";
import { useSubmit } from "../../submit.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import type { CatalogProduct, Member } from "./customer-queries.js";
import { FormDialog } from "./form-dialog.js";
import { texts } from "./texts.js";

/** Assigns a member to a product, with roles and capabilities, or ends that. */
export function AccessDialog({
  member: { membership, person, access },
  catalog,
  onClose,
}: {
  readonly member: Member;
  readonly catalog: readonly CatalogProduct[];
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  const localized = useLocalized();
  const queryClient = useQueryClient();
  const known = (code: string | undefined) => access.find(({ product_code }) => product_code === code);
  const [product, setProduct] = useState(catalog[0]?.product_code ?? "");
  const [values, setValues] = useState(() => accessValues(known(product)));
  const finish = async (title: string): Promise<void> => {
    toast({ tone: "good", title });
    onClose();
    await queryClient.invalidateQueries({ queryKey: sandboxKey() });
  };
  const save = useSubmit({
    send: (_: null, operationId) => {
      const { membership_id } = membership;
      const { assigned, roles, capabilities } = values;
      const body = {
        membership_id,
        product_code: product,
        assigned,
        roles: list(roles),
        capabilities: list(capabilities),
      };
      return call(setMemberAccess(client, { operationId, body }));
    },
    onDone: () => finish(t("saved")),
    onRecovered: () => finish(t("recovered")),
  });
  return (
    <FormDialog
      title={t("changeAccessOf", { name: person.name })}
      isOpen
      onClose={onClose}
      of={save}
      onSubmit={() => void save.submit(null)}
      label={t("save")}
      isReady={product !== ""}
    >
      <Select
        label={t("product")}
        choices={catalog.map(({ product_code, name }) => ({ id: product_code, label: localized(name) }))}
        value={product}
        isDisabled={save.isLocked}
        onChange={(code) => {
          setProduct(code);
          setValues(accessValues(known(code)));
        }}
      />
      <Checkbox
        isSelected={values.assigned}
        isDisabled={save.isLocked}
        description={t("assignedHelp")}
        onChange={(assigned) => setValues({ ...values, assigned })}
      >
        {t("assigned")}
      </Checkbox>
      <TextField
        optional
        label={t("roles")}
        help={t("listHelp")}
        value={values.roles}
        isDisabled={save.isLocked || !values.assigned}
        onChange={(roles) => setValues({ ...values, roles })}
      />
      <TextField
        optional
        label={t("capabilities")}
        help={t("listHelp")}
        value={values.capabilities}
        isDisabled={save.isLocked || !values.assigned}
        onChange={(capabilities) => setValues({ ...values, capabilities })}
      />
    </FormDialog>
  );
}

function accessValues(access: Member["access"][number] | undefined) {
  return {
    assigned: access === undefined || access.allowed,
    roles: access?.roles.join(", ") ?? "",
    capabilities: access?.capabilities.join(", ") ?? "",
  };
}

function list(text: string): string[] {
  return text
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
