import { Link, useNavigate } from "@tanstack/react-router";
import { LayoutGrid } from "lucide-react";
import { Select } from "../parts/fields.js";
import { useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common.js";
import { useCurrentApplication } from "./current-application.js";
import { applicationPlaces, customersIcon as CustomersIcon } from "./places.js";

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
          <div className="picker">
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
