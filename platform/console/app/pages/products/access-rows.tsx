import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Badge } from "../../parts/badge.js";
import { ActionButton, LinkButton } from "../../parts/button.js";
import { findAction, useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { bindingTones, type IdentityAccess, type ProductAccess, stateTones } from "./products-query.js";
import { RequestDialog } from "./request-dialog.js";
import { texts } from "./texts.js";

/** The access of each identity: where it stands, and just the moves that are shown for that. */
export function AccessRows({ access }: { readonly access: ProductAccess }) {
  return (
    <div className="access-rows">
      {access.identities.map((identity) => (
        <AccessRow key={identity.identity} access={identity} product={access.product} />
      ))}
    </div>
  );
}

function AccessRow({
  access,
  product,
}: {
  readonly access: IdentityAccess;
  readonly product: ProductAccess["product"];
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const { identity, identity_enabled, state, binding, testing_may_start } = access;
  const target = { ...params, application: application.application_id };
  return (
    <div className="access-row">
      <span className="who">{t(`identity.${identity}`)}</span>
      <div className="stack-small">
        <span className="row">
          <Badge tone={stateTones[state]}>{t(`state.${state}`)}</Badge>
          {binding !== null && <Badge tone={bindingTones[binding]}>{t(`binding.${binding}`)}</Badge>}
        </span>
        <span className="small muted">
          {identity_enabled ? t(`stateHelp.${state}`) : t("notEnabled")}{" "}
          {binding !== null && t(`bindingHelp.${binding}`)}
          {!identity_enabled && (
            <Link to="/$organization/$environment/applications/$application" params={target}>
              {t("enableIt")}
            </Link>
          )}
        </span>
      </div>
      <div className="acts">
        <Moves access={access} product={product} />
        {testing_may_start && (
          <LinkButton
            size="small"
            to="/$organization/$environment/applications/$application/getting-started"
            params={target}
          >
            {t("startTesting")}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function Moves({
  access,
  product,
}: {
  readonly access: IdentityAccess;
  readonly product: ProductAccess["product"];
}) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<"request" | "configure">();
  const request = findAction(access.actions, "request-access");
  const configure = findAction(access.actions, "configure-and-enable");
  const contact = findAction(access.actions, "contact-support");
  // What can't be done in this state isn't shown at all, unless something else than the state prevents it.
  const showRequest = request !== undefined && (request.offered || access.state === "available");
  return (
    <>
      {showRequest && (
        <ActionButton
          size="small"
          kind="primary"
          action={request}
          label={t("request")}
          onPress={() => setOpen("request")}
        />
      )}
      {configure !== undefined && (configure.offered || access.state === "configuration-required") && (
        <ActionButton
          size="small"
          kind="primary"
          action={configure}
          label={t("configure")}
          onPress={() => setOpen("configure")}
        />
      )}
      {contact?.offered === true && (
        <a className="button small" href={`mailto:${product.support}`}>
          {t("contact")}
        </a>
      )}
      {open !== undefined && (
        <RequestDialog access={access} product={product} kind={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
