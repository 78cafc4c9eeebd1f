import { Panel } from "../../parts/panel.js";
import { useTexts } from "../../texts/texts.js";
import { IdentityBlock } from "./identity-block.js";
import { texts } from "./texts.js";

/** Which identities the application has, to enable and disable. */
export function IdentitiesPanel() {
  const t = useTexts(texts);
  return (
    <Panel title={t("identities.title")} lead={t("identities.lead")}>
      <IdentityBlock identity="application" />
      <IdentityBlock identity="user" />
    </Panel>
  );
}
