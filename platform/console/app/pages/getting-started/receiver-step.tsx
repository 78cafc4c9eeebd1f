import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { CodeBlock } from "../../code/code-block.js";
import { useTexts } from "../../texts/texts.js";
import { type Framework, frameworks, type Snippet } from "./snippets.js";
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
