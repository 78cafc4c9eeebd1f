import { Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { Group } from "react-aria-components/Group";
import { Button } from "../../parts/button.js";
import { TextField } from "../../parts/fields.js";
import { useCommonTexts } from "../../texts/common.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";
import { listProblems, type UrlProblem } from "./url-problem.js";

/** A list of URLs to type: one field for each, with its problem below it. */
export function UrlList({
  label,
  help,
  optional = false,
  values,
  onChange,
  check,
  showProblems,
  missing,
  isDisabled = false,
}: {
  readonly label: string;
  readonly help: string;
  readonly optional?: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly check: (text: string) => UrlProblem | undefined;
  /** Before the form was submitted for the first time, only a field that was left shows its problem. */
  readonly showProblems: boolean;
  /** Why an empty list is wrong, if it is. */
  readonly missing?: string | undefined;
  readonly isDisabled?: boolean;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const helpId = useId();
  const labelId = useId();
  const group = useRef<HTMLDivElement>(null);
  const shown = values.length === 0 ? [""] : values;
  const problems = listProblems(shown, check);
  const add = (): void => {
    onChange([...shown, ""]);
    requestAnimationFrame(() => [...(group.current?.querySelectorAll("input") ?? [])].at(-1)?.focus());
  };
  return (
    <Group className="field url-list" aria-labelledby={labelId} aria-describedby={helpId} ref={group}>
      <span className="label" id={labelId}>
        {label}
        {optional && <span className="optional">{common("optional")}</span>}
      </span>
      <span className="help" id={helpId}>
        {help}
      </span>
      {shown.map((value, index) => {
        const problem = problems[index];
        const isEmpty =
          showProblems && missing !== undefined && index === 0 && shown.every((text) => text.trim() === "");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells them apart
          <div key={index} className="url-row">
            <TextField
              label={
                <span className="hidden-visually">{`${label}: ${t("form.url", { number: String(index + 1) })}`}</span>
              }
              value={value}
              onChange={(text) => onChange(shown.map((other, place) => (place === index ? text : other)))}
              placeholder={index === 0 ? "https://" : undefined}
              error={
                isEmpty
                  ? missing
                  : problem !== undefined && (showProblems || value.length > 8)
                    ? t(`urlProblem.${problem}`)
                    : undefined
              }
              isDisabled={isDisabled}
              inputMode="url"
              mono
            />
            {shown.length > 1 && (
              <Button
                kind="plain"
                icon
                aria-label={t("form.removeUrl", { number: String(index + 1) })}
                isDisabled={isDisabled}
                onPress={() => onChange(shown.filter((_, place) => place !== index))}
              >
                <X size={16} aria-hidden />
              </Button>
            )}
          </div>
        );
      })}
      <div>
        <Button kind="plain" size="small" onPress={add} isDisabled={isDisabled || shown.length >= 50}>
          <Plus size={14} aria-hidden />
          {t("form.add")}
        </Button>
      </div>
    </Group>
  );
}
