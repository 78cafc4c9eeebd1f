import { Link, useNavigate } from "@tanstack/react-router";
import { Check, Ellipsis, LayoutGrid } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Header as SectionHeader } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Select } from "../parts/fields.js";
import { useOptionalScope } from "../scope.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { applicationPlaces, customersIcon as CustomersIcon, useCurrentApplication } from "./places.js";

/** Links to all pages, beside the content. */
export function SideNavigation() {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { features } = useSession();
  const { here, current } = useCurrentApplication();
  const navigate = useNavigate();
  if (scope === null) return <nav className="side" aria-label={t("navigation.label")} />;
  return (
    <nav className="side" aria-label={t("navigation.label")}>
      <Link
        to="/$organization/$environment/applications"
        params={scope.params}
        className="nav-link"
        activeOptions={{ exact: true }}
      >
        <LayoutGrid size={17} aria-hidden />
        {t("navigation.applications")}
        <kbd aria-hidden>g a</kbd>
      </Link>
      {features.sandbox && scope.environment === "sandbox" && (
        <Link to="/$organization/$environment/customers" params={scope.params} className="nav-link">
          <CustomersIcon size={17} aria-hidden />
          {t("navigation.customers")}
          <kbd aria-hidden>g u</kbd>
        </Link>
      )}
      {current !== undefined && (
        <>
          <p className="group">{t("navigation.application")}</p>
          <div className="picker" title={current.name}>
            <Select
              label={t("navigation.choose")}
              hideLabel
              choices={here.map(({ application_id, name }) => ({ id: application_id, label: name }))}
              value={current.application_id}
              onChange={(application) =>
                void navigate({
                  to: "/$organization/$environment/applications/$application",
                  params: { ...scope.params, application },
                })
              }
            />
          </div>
          {applicationPlaces.map(({ id, icon: Icon, key, to }) => (
            <Link
              key={id}
              to={to}
              params={{ ...scope.params, application: current.application_id }}
              className="nav-link"
              activeOptions={{ exact: id === "configuration" }}
            >
              <Icon size={17} aria-hidden />
              {t(`navigation.${id}`)}
              <kbd aria-hidden>g {key}</kbd>
            </Link>
          ))}
        </>
      )}
    </nav>
  );
}

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
