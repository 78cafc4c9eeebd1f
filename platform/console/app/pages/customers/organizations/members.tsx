import { useState } from "react";
import { Badge } from "../../../parts/badge.js";
import { Button } from "../../../parts/button.js";
import { Panel } from "../../../parts/panel.js";
import { useLocalized } from "../../../texts/language.js";
import { useTexts } from "../../../texts/texts.js";
import type { Customer, Member } from "../customer-types.js";
import { productName } from "../plan-name.js";
import { texts } from "../texts.js";
import { AccessDialog } from "./access-dialog.js";
import { AddMember } from "./add-member.js";

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
