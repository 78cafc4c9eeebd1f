import { Link } from "@tanstack/react-router";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { CodeBlock } from "../../parts/code-block.js";
import { Notice } from "../../parts/notice.js";
import { useApplication, useScope } from "../../scope.js";
import { useTexts } from "../../texts/texts.js";
import type { Progress } from "./progress.js";
import { callInstall, callRun, callSnippet, type Framework, frameworks, type Snippet } from "./snippets.js";
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
export function CallStep({
  latest,
  isDone,
}: {
  readonly latest: Progress["latestCall"];
  readonly isDone: boolean;
}) {
  const t = useTexts(texts);
  const { params } = useScope();
  const { application, call_configuration } = useApplication();
  const service = call_configuration.find(({ identity }) => identity === "application");
  const target = { ...params, application: application.application_id };
  return (
    <Step number={5} title={t("call.title")} help={t("call.help")} isDone={isDone}>
      {isDone && <p>{t("call.answered")}</p>}
      {latest !== undefined && latest.status >= 400 && (
        <Notice tone="warn" live title={t("call.denied", { status: String(latest.status) })}>
          <p>
            {latest.denied_by !== null && `${t("call.deniedBy", { check: latest.denied_by })} `}
            <Link
              to="/$organization/$environment/applications/$application/requests/$request"
              params={{ ...target, request: latest.request_id }}
            >
              {t("call.open")}
            </Link>
          </p>
        </Notice>
      )}
      {service === undefined || service.products.length === 0 ? (
        <p>
          {t("call.needsAccess")}{" "}
          <Link to="/$organization/$environment/applications/$application/products" params={target}>
            {t("connect.products")}
          </Link>
        </p>
      ) : (
        <>
          <CodeBlock
            code={callInstall}
            language="shell"
            name={`call.mjs: ${t("receiver.install")}`}
            title={t("receiver.install")}
          />
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
          <CodeBlock
            code={callRun}
            language="shell"
            name={`call.mjs: ${t("receiver.run")}`}
            title={t("receiver.run")}
          />
          <p className="small muted">
            {t("call.secret")}{" "}
            <Link to="/$organization/$environment/applications/$application" params={target}>
              {t("credentials.configuration")}
            </Link>
          </p>
        </>
      )}
    </Step>
  );
}
