import { Link } from "@tanstack/react-router";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { CodeBlock } from "../../parts/code-block.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import { callSnippet, type Framework, frameworks, type Snippet } from "./snippets.js";
import { Step } from "./step.js";
import { texts } from "./texts.js";

/** What to install, write and start, for a framework. */
export function ReceiverStep({
  framework,
  onFramework,
  snippet,
  isDone,
}: {
  readonly framework: Framework;
  readonly onFramework: (framework: Framework) => void;
  readonly snippet: Snippet;
  readonly isDone: boolean;
}) {
  const t = useTexts(texts);
  return (
    <Step number={2} title={t("receiver.title")} help={t("receiver.help")} isDone={isDone}>
      <div className="framework-choice">
        <ToggleButtonGroup
          className="segments"
          aria-label={t("framework")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[framework]}
          onSelectionChange={(keys) => onFramework([...keys][0] as Framework)}
        >
          {frameworks.map((id) => (
            <ToggleButton key={id} id={id}>
              {t(`frameworks.${id}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {snippet.isStandard && <p className="small muted">{t("receiver.standard")}</p>}
      <CodeBlock
        code={snippet.install}
        language="shell"
        name={t("receiver.install")}
        title={t("receiver.install")}
      />
      <CodeBlock code={snippet.code} language={snippet.language} name={snippet.file} title={snippet.file} />
      <CodeBlock code={snippet.run} language="shell" name={t("receiver.run")} title={t("receiver.run")} />
    </Step>
  );
}

/** The first call of the API, with the real ids. */
export function CallStep() {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application, call_configuration } = useApplication();
  const service = call_configuration.find(({ identity }) => identity === "application");
  const target = { ...params, application: application.application_id };
  return (
    <Step number={5} title={t("call.title")} help={t("call.help")}>
      {service === undefined || service.products.length === 0 ? (
        <p>
          {t("call.needsAccess")}{" "}
          <Link to="/$organization/$environment/applications/$application/products" params={target}>
            {t("connect.products")}
          </Link>
        </p>
      ) : (
        <CodeBlock
          code={callSnippet({
            clientId: service.client_id,
            issuer: service.issuer,
            apiUrl: service.api_url,
            environment: application.environment,
          })}
          language="ts"
          name="call.mjs"
          title="call.mjs"
        />
      )}
    </Step>
  );
}
