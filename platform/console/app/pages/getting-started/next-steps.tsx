import { Link } from "@tanstack/react-router";
import { Panel } from "../../parts/panel.js";
import { useApplication } from "../../routes/application-context.js";
import { useScope } from "../../routes/scope-context.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** Where to go after the first event. */
export function NextSteps() {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application } = useApplication();
  const target = { ...params, application: application.application_id };
  return (
    <Panel title={t("next.title")}>
      <ul className="stack-small">
        <li>
          <Link to="/$organization/$environment/applications/$application/event-tests" params={target}>
            {t("next.tests")}
          </Link>
        </li>
        <li>
          <Link to="/$organization/$environment/applications/$application/deliveries" params={target}>
            {t("next.deliveries")}
          </Link>
        </li>
        <li>
          <Link to="/$organization/$environment/applications/$application/requests" params={target}>
            {t("next.requests")}
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
