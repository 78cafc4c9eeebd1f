import { useParams } from "@tanstack/react-router";
import { useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useLastApplication } from "./last-application.js";

/** Applications of the page's organization and environment, and the one that links of the navigation are for. */
export function useCurrentApplication() {
  const scope = useOptionalScope();
  const { application: inAddress } = useParams({ strict: false });
  const { applications } = useSession();
  const last = useLastApplication(`${scope?.params.organization}/${scope?.params.environment}`);
  const here = applications.filter(
    ({ organization_id, environment }) =>
      organization_id === scope?.params.organization && environment === scope.environment,
  );
  const active = here.filter(({ status }) => status === "active");
  const wanted = inAddress ?? last;
  const current = here.find(({ application_id }) => application_id === wanted) ?? active[0] ?? here[0];
  return { here, current, isOpen: inAddress !== undefined };
}
