import { Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { Group } from "react-aria-components/Group";
import { Button } from "../../parts/button.js";
import { TextField } from "../../parts/fields.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import { texts } from "./texts.js";

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
  const isMissing = missing !== undefined && shown.every((text) => text.trim() === "");
  function errorText(value: string, index: number): string | undefined {
    if (showProblems && isMissing && index === 0) return missing;
    const problem = problems[index];
    const isShown = showProblems || value.length > 8;
    return problem !== undefined && isShown ? t(`urlProblem.${problem}`) : undefined;
  }
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
              error={errorText(value, index)}
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

/** What is wrong with a URL that people return to. */
type UrlProblem = "invalid" | "wildcard" | "http" | "fragment" | "credentials" | "origin" | "twice";

/** Checks a redirect or logout URL as the platform does: exact, HTTPS, no wildcards; `http` for addresses of this machine alone. */
export function urlProblem(text: string): UrlProblem | undefined {
  if (text.includes("*")) return "wildcard";
  if (!URL.canParse(text)) return "invalid";
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (protocol === "http:" ? !isThisMachine(hostname) : protocol !== "https:")
    return protocol === "http:" ? "http" : "invalid";
  if (hash !== "" || text.includes("#")) return "fragment";
  if (username === "" && password === "") return undefined;
  return "credentials";
}

/** The same for a web origin, which has no path. */
export function originProblem(text: string): UrlProblem | undefined {
  const problem = urlProblem(text);
  if (problem !== undefined) return problem;
  if (new URL(text).origin === text.replace(/\/$/, "")) return undefined;
  return "origin";
}

/** The problem of each text of a list, by its place. Empty ones have none: they are left out. */
export function listProblems(
  texts: readonly string[],
  check: (text: string) => UrlProblem | undefined,
): readonly (UrlProblem | undefined)[] {
  return texts.map((text, index) => {
    if (text.trim() === "") return undefined;
    return check(text.trim()) ?? (texts.indexOf(text) < index ? "twice" : undefined);
  });
}

/** The texts that aren't empty. */
export function filled(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
