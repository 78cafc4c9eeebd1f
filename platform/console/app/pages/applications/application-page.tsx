import { Link } from "@tanstack/react-router";
import { Badge } from "../../parts/badge.js";
import { Copyable } from "../../parts/copy.js";
import { Notice } from "../../parts/notice.js";
import { PageHeader } from "../../parts/page-header.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useSessionState } from "../../session/session-store.js";
import { useCommonTexts } from "../../texts/common.js";
import { useTexts } from "../../texts/texts.js";
import "./applications.css";
import { CallConfiguration } from "./call-configuration.js";
import { IdentitiesPanel } from "./identities-panel.js";
import { OwnershipPanel } from "./ownership-panel.js";
import { RevocationPanel } from "./revocation-panel.js";
import { SecretPanel } from "./secret-panel.js";
import { texts } from "./texts.js";

/** The configuration of an application. */
export function ConfigurationPage() {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const { application } = useApplication();
  const { params } = useScope();
  const { secretsEpoch } = useSessionState();
  const isActive = application.status === "active";
  return (
    <div className="page">
      <PageHeader
        title={application.name}
        badge={<Badge tone={isActive ? "good" : "bad"}>{common(`status.${application.status}`)}</Badge>}
        lead={<Copyable text={application.application_id} name={t("title")} />}
        trail={[
          <Link key="applications" to="/$organization/$environment/applications" params={params}>
            {t("title")}
          </Link>,
        ]}
      />
      {!isActive && <Notice tone="warn">{t("danger.revoked")}</Notice>}
      <CallConfiguration />
      {isActive && <SecretPanel />}
      <IdentitiesPanel />
      {/* Open confirmations end with the sign-in. */}
      <OwnershipPanel key={`owner ${secretsEpoch}`} />
      {isActive && <RevocationPanel key={`revocation ${secretsEpoch}`} />}
    </div>
  );
}
