import { useQueryClient } from "@tanstack/react-query";
import { changeApiProduct, changePermission } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";
import { Button } from "../../parts/button.js";
import { Panel } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";
import { useApplication } from "../../routes/application-context.js";
import { SubmitStatus } from "../../submit/submit-state.js";
import { useSubmit } from "../../submit/use-submit.js";
import { useTexts } from "../../texts/texts.js";
import type { IdentityAccess, ProductAccess } from "./products-query.js";
import { texts } from "./texts.js";

const statuses = [
  ["active", "activate"],
  ["deprecated", "deprecate"],
  ["revoked", "withdraw"],
] as const;

/** What the platform's operator can do, in the sandbox alone. */
export function OperatorPanel({ access }: { readonly access: ProductAccess }) {
  const t = useTexts(texts);
  const { product, identities } = access;
  const refresh = useRefresh();
  const status = useSubmit({
    send: (input: components["schemas"]["SandboxApiProductChange"], operationId) =>
      call(changeApiProduct(client, { product_code: product.product_code, operationId, body: input })),
    onDone: refresh,
    onRecovered: refresh,
  });
  return (
    <Panel title={t("operator.title")} lead={t("operator.help")}>
      <div className="stack">
        <div className="row">
          {statuses
            .filter(([name]) => name !== product.status)
            .map(([name, label]) => (
              <Button
                key={name}
                size="small"
                isDisabled={status.isLocked}
                onPress={() => void status.submit({ status: name })}
              >
                {t(`operator.${label}`)}
              </Button>
            ))}
        </div>
        <SubmitStatus of={status} />
        {identities
          .filter(({ operator_moves }) => operator_moves.length > 0)
          .map((identity) => (
            <IdentityMoves key={identity.identity} access={identity} />
          ))}
      </div>
    </Panel>
  );
}

function IdentityMoves({ access }: { readonly access: IdentityAccess }) {
  const t = useTexts(texts);
  const { application } = useApplication();
  const { application_id } = application;
  const { identity, product_code, operator_moves } = access;
  const refresh = useRefresh();
  const move = useSubmit({
    application: application_id,
    send: (body: components["schemas"]["SandboxPermissionChange"], operationId) =>
      call(changePermission(client, { application_id, identity, product_code, operationId, body })),
    onDone: refresh,
    onRecovered: refresh,
  });
  return (
    <div className="stack-small">
      <h3>{t(`identity.${identity}`)}</h3>
      <div className="row">
        {operator_moves.map((body) => {
          const name = body.state ?? body.binding;
          return name === undefined ? null : (
            <Button key={name} size="small" isDisabled={move.isLocked} onPress={() => void move.submit(body)}>
              {t(`operator.${name}`)}
            </Button>
          );
        })}
      </div>
      <SubmitStatus of={move} />
    </div>
  );
}

function useRefresh(): () => Promise<void> {
  const t = useTexts(texts);
  const { application } = useApplication();
  const queryClient = useQueryClient();
  return async () => {
    toast({ tone: "info", title: t("operator.done") });
    await queryClient.invalidateQueries({ queryKey: applicationKey(application.application_id) });
  };
}
