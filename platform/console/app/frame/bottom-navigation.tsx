import { Link, useNavigate } from "@tanstack/react-router";
import { Check, Ellipsis, LayoutGrid } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Header as SectionHeader } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common.js";
import { useCurrentApplication } from "./current-application.js";
import { applicationPlaces } from "./places.js";

const inBar = ["gettingStarted", "webhook", "deliveries"];

/** The same links at the bottom of a phone: four of them, and the others behind "More". */
export function BottomNavigation() {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { features } = useSession();
  const { here, current } = useCurrentApplication();
  const navigate = useNavigate();
  if (scope === null) return null;
  const open = (key: string): void => {
    const params = { ...scope.params, application: current?.application_id ?? "" };
    if (key === "customers")
      void navigate({ to: "/$organization/$environment/customers", params: scope.params });
    else if (key.startsWith("application "))
      void navigate({
        to: "/$organization/$environment/applications/$application",
        params: { ...scope.params, application: key.slice("application ".length) },
      });
    else {
      const place = applicationPlaces.find(({ id }) => id === key);
      if (place !== undefined) void navigate({ to: place.to, params });
    }
  };
  return (
    <nav className="bottom" aria-label={t("navigation.label")}>
      <Link
        to="/$organization/$environment/applications"
        params={scope.params}
        activeOptions={{ exact: true }}
      >
        <LayoutGrid size={19} aria-hidden />
        {t("navigation.applications")}
      </Link>
      {current !== undefined &&
        applicationPlaces
          .filter(({ id }) => inBar.includes(id))
          .map(({ id, icon: Icon, to }) => (
            <Link key={id} to={to} params={{ ...scope.params, application: current.application_id }}>
              <Icon size={19} aria-hidden />
              {t(id === "gettingStarted" ? "navigation.start" : `navigation.${id}`)}
            </Link>
          ))}
      <MenuTrigger>
        <Button>
          <Ellipsis size={19} aria-hidden />
          {t("navigation.more")}
        </Button>
        <Popover className="popover" placement="top end">
          <Menu className="menu" onAction={(key) => open(String(key))}>
            {current !== undefined && (
              <MenuSection>
                <SectionHeader>{current.name}</SectionHeader>
                {applicationPlaces
                  .filter(({ id }) => !inBar.includes(id))
                  .map(({ id, icon: Icon }) => (
                    <MenuItem key={id} id={id} className="option" textValue={t(`navigation.${id}`)}>
                      <span className="option-label">
                        <Icon size={16} aria-hidden />
                        {t(`navigation.${id}`)}
                      </span>
                    </MenuItem>
                  ))}
              </MenuSection>
            )}
            {features.sandbox && scope.environment === "sandbox" && (
              <MenuItem id="customers" className="option">
                {t("navigation.customers")}
              </MenuItem>
            )}
            {here.length > 1 && (
              <MenuSection>
                <SectionHeader>{t("navigation.choose")}</SectionHeader>
                {here.map(({ application_id, name }) => (
                  <MenuItem
                    key={application_id}
                    id={`application ${application_id}`}
                    className="option"
                    textValue={name}
                  >
                    {name}
                    {application_id === current?.application_id && <Check size={16} aria-hidden />}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
    </nav>
  );
}
