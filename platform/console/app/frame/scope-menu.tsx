import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Header as SectionHeader } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Badge } from "../parts/badge.js";
import { environments, useOptionalScope } from "../scope.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { useLocalized } from "../texts/texts.js";

/** Shows the organization and environment, and switches them: always by a choice. */
export function ScopeMenu() {
  const t = useCommonTexts();
  const localized = useLocalized();
  const scope = useOptionalScope();
  const { organizations } = useSession();
  const navigate = useNavigate();
  const go = (organization: string, environment: string): void => {
    void navigate({ to: "/$organization/$environment/applications", params: { organization, environment } });
  };
  const first = organizations.find(({ status }) => status === "active");
  const name = scope === null ? t("scope.organization") : localized(scope.organization.name);
  return (
    <MenuTrigger>
      <Button className="button plain scope-button">
        <span className="hidden-visually">{t("scope.organization")}: </span>
        <span className="avatar square" aria-hidden>
          {[...name][0]}
        </span>
        <span className="truncate" data-clip title={name}>
          {name}
        </span>
        {scope !== null && (
          <span className="only-wide">
            <Badge plain tone={scope.environment === "production" ? "bad" : "accent"}>
              {t(`scope.${scope.environment}`)}
            </Badge>
          </span>
        )}
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu
          className="menu"
          onAction={(key) => {
            const [kind, id = ""] = String(key).split(" ");
            if (kind === "organization") go(id, scope?.environment ?? "sandbox");
            else go(scope?.organization.organization_id ?? first?.organization_id ?? "", id);
          }}
        >
          <MenuSection
            selectionMode="single"
            selectedKeys={scope === null ? [] : [`organization ${scope.organization.organization_id}`]}
          >
            <SectionHeader>{t("scope.organization")}</SectionHeader>
            {organizations.map(({ organization_id, name: label, kind, status }) => (
              <MenuItem
                key={organization_id}
                id={`organization ${organization_id}`}
                className="option"
                isDisabled={status === "revoked"}
                textValue={localized(label)}
              >
                <span className="option-label">
                  <span className="avatar square" aria-hidden>
                    {[...localized(label)][0]}
                  </span>
                  <span>{localized(label)}</span>
                  {kind === "personal" && <span className="faint small">{t("scope.personal")}</span>}
                  {status === "revoked" && <Badge tone="bad">{t("status.revoked")}</Badge>}
                </span>
                <Check size={16} className="check" aria-hidden />
              </MenuItem>
            ))}
          </MenuSection>
          <MenuSection
            selectionMode="single"
            selectedKeys={scope === null ? [] : [`environment ${scope.environment}`]}
          >
            <SectionHeader>{t("scope.environment")}</SectionHeader>
            {environments.map((environment) => (
              <MenuItem key={environment} id={`environment ${environment}`} className="option">
                {t(`scope.${environment}`)}
                <Check size={16} className="check" aria-hidden />
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
