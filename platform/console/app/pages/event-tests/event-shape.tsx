import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { CodeBlock, ContractText } from "../../parts/code-block.js";
import { FailureView } from "../../parts/failure.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { shapeTexts } from "./texts-of-shape.js";

/** A button that shows what a type's body has, from the contract: every member with what it may be, and an example. */
export function EventShape({ type, name }: { readonly type: string; readonly name: string }) {
  const t = useTexts(shapeTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="event-shape">
      <Button
        size="small"
        kind="plain"
        aria-expanded={isOpen}
        aria-label={t(isOpen ? "hideOf" : "showOf", { type: name })}
        onPress={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "hide" : "show")}
      </Button>
      {isOpen && <Shape type={type} />}
    </div>
  );
}

/** Loaded when somebody wants to see one: all of them are in one file. */
function useShapes() {
  return useQuery({
    queryKey: ["event-shapes"],
    queryFn: async () => (await import("virtual:event-shapes")).shapes,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Shape({ type }: { readonly type: string }) {
  const t = useTexts(shapeTexts);
  const common = useCommonTexts();
  const { data, error, refetch } = useShapes();
  if (error !== null) return <FailureView failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="muted">{common("table.loading")}</p>;
  const shape = Object.hasOwn(data, type) ? data[type] : null;
  if (shape === null || shape === undefined) return <p className="muted">{t("notShown")}</p>;
  return (
    <div className="stack">
      <p className="small muted">{t("lead")}</p>
      <dl className="event-members">
        {shape.members.map(({ path, type: kind, required, constraints, description }) => (
          <div key={path}>
            <dt>
              <code className="break">{path}</code>
              <span className="small muted">{kind}</span>
              {required ? (
                <Badge plain>{t("required")}</Badge>
              ) : (
                <span className="small faint">{t("optional")}</span>
              )}
            </dt>
            <dd className="small">
              {constraints.length > 0 && (
                <span className="break">
                  {constraints.map(([keyword, value]) => constraintText(keyword, value, t)).join("; ")}
                </span>
              )}
              <span className="muted" lang="en">
                <ContractText text={description} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <CodeBlock
        code={shape.example}
        language="json"
        name={`${t("example")}: ${type}`}
        title={t("example")}
      />
    </div>
  );
}

type Translate = ReturnType<typeof useTexts<(typeof shapeTexts)["en"]>>;

function constraintText(keyword: string, value: string, t: Translate): string {
  if (!Object.hasOwn(shapeTexts.en.constraint, keyword)) return `${keyword}: ${value}`;
  return t(`constraint.${keyword as keyof (typeof shapeTexts)["en"]["constraint"]}`, { value });
}
