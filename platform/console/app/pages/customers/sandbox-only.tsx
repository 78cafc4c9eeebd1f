import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "../../parts/button.js";
import { Empty } from "../../parts/notice.js";
import { useScope } from "../../scope.js";
import { useSession } from "../../session/use-session.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

/** Shows something only where there is a sandbox, and not among things of production. */
export function SandboxOnly({ children }: { readonly children: ReactNode }) {
  const t = useTexts(texts);
  const { params, environment } = useScope();
  const { features } = useSession();
  if (features.sandbox && environment === "sandbox") return children;
  return (
    <div className="page">
      <Empty
        icon={FlaskConical}
        title={t("notHere")}
        actions={
          features.sandbox && (
            <LinkButton
              to="/$organization/$environment/customers"
              params={{ ...params, environment: "sandbox" }}
            >
              {t("toSandbox")}
            </LinkButton>
          )
        }
      >
        {t("notHereHelp")}
      </Empty>
    </div>
  );
}
