import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { requestAccess } from "../../../generated/console/client.js";
import { applicationKey, call, client } from "../../client.js";
import { useDraft } from "../../drafts.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { Checkbox } from "../../parts/fields.js";
import { toast } from "../../parts/toast.js";
import { useApplication } from "../../scope.js";
import { SubmitStatus, useSubmit } from "../../submit.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useLocalized, useTexts } from "../../texts/texts.js";
import type { IdentityAccess, ProductAccess } from "./products-query.js";
import { texts } from "./texts.js";

/** Requests access, or configures an earlier request: for chosen scopes. Asking twice makes no duplicate. */
export function RequestDialog({
  access,
  product,
  kind,
  onClose,
}: {
  readonly access: IdentityAccess;
  readonly product: ProductAccess["product"];
  readonly kind: "request" | "configure";
  readonly onClose: () => void;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const localized = useLocalized();
  const { application } = useApplication();
  const { application_id, name, environment } = application;
  const queryClient = useQueryClient();
  const { identity } = access;
  const { product_code } = product;
  const key = `access:${application_id}:${identity}:${product_code}`;
  const draft = useDraft(key, { scopes: product.scopes.map((scope) => scope.name) as readonly string[] });
  const [tried, setTried] = useState(false);
  const { scopes } = draft.values;
  const done = async (state: IdentityAccess["state"] | undefined): Promise<void> => {
    draft.reset();
    onClose();
    const shown = state === undefined ? "" : t(`state.${state}`);
    toast({
      tone: state === "enabled" ? "good" : "info",
      title: t("done", { product: localized(product.name), state: shown }),
    });
    await queryClient.invalidateQueries({ queryKey: applicationKey(application_id) });
  };
  const request = useSubmit({
    application: application_id,
    keepAs: key,
    send: (input: readonly string[], operationId) =>
      call(
        requestAccess(client, {
          application_id,
          operationId,
          body: { product_code, identity, ...(input.length > 0 && { scopes: [...input] }) },
        }),
      ),
    onDone: ({ state }) => done(state),
    onRecovered: ({ result }) => done((result as Partial<IdentityAccess> | null)?.state),
  });
  const isEmpty = product.scopes.length > 0 && scopes.length === 0;
  return (
    <Dialog
      title={t("requestTitle", { product: localized(product.name) })}
      isOpen
      {...(!request.isLocked && { onClose })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isEmpty) void request.submit(scopes);
        }}
      >
        <div className="body">
          <p className="muted">
            {t("requestLead", {
              identity: t(`identity.${identity}`),
              application: name,
              environment: common(`scope.${environment}`),
            })}
          </p>
          <fieldset className="field plain-fieldset">
            <legend>{t("chooseScopes")}</legend>
            <p className="help">{product.scopes.length === 0 ? t("noScopes") : t("chooseScopesHelp")}</p>
            {product.scopes.length > 0 && (
              <div className="scope-choice">
                {product.scopes.map((scope) => (
                  <Checkbox
                    key={scope.name}
                    isSelected={scopes.includes(scope.name)}
                    isDisabled={request.isLocked}
                    onChange={(chosen) =>
                      draft.change({
                        scopes: product.scopes
                          .map((each) => each.name)
                          .filter((each) => (each === scope.name ? chosen : scopes.includes(each))),
                      })
                    }
                    description={localized(scope.description)}
                  >
                    <code className="break">{scope.name}</code>
                  </Checkbox>
                ))}
              </div>
            )}
            {tried && isEmpty && (
              <p className="error" role="alert">
                {t("chooseOne")}
              </p>
            )}
          </fieldset>
          <SubmitStatus of={request} />
        </div>
        <footer>
          <Button onPress={onClose} isDisabled={request.isBusy}>
            {common("actions.cancel")}
          </Button>
          <Button type="submit" kind="primary" isPending={request.isBusy} isDisabled={request.isLocked}>
            {t(kind === "configure" ? "configure" : "submit")}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
