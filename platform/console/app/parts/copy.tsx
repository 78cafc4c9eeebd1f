import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useCommonTexts } from "../texts/common-texts.js";
import { Button } from "./button.js";
import { Tooltip } from "./disclosure.js";
import { toast } from "./toast.js";

/** Copies a text. `text` may be a function, so that a secret isn't kept in the page for it. */
export function CopyButton({
  text,
  name,
  label,
  kind = "plain",
}: {
  readonly text: string | (() => string | Promise<string>);
  /** Of what is copied, for assistive technology. */
  readonly name: string;
  /** Shown beside the icon. */
  readonly label?: string;
  readonly kind?: "plain" | "default";
}) {
  const t = useCommonTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
    } catch {
      toast({ tone: "bad", title: t("actions.copyFailed") });
    }
  };
  const Icon = copied ? Check : Copy;
  const button = (
    <Button
      kind={kind}
      size="small"
      icon={label === undefined}
      onPress={() => void copy()}
      aria-label={label === undefined ? t("actions.copyOf", { name }) : undefined}
    >
      <Icon size={14} aria-hidden />
      {label !== undefined && (copied ? t("actions.copied") : label)}
      <span className="hidden-visually" aria-live="polite">
        {copied ? t("actions.copied") : ""}
      </span>
    </Button>
  );
  if (label === undefined)
    return <Tooltip text={copied ? t("actions.copied") : t("actions.copy")}>{button}</Tooltip>;
  return button;
}

/** An id or address, with a button that copies it. `oneLine` cuts it instead of wrapping. */
export function Copyable({
  text,
  name,
  oneLine = false,
}: {
  readonly text: string;
  readonly name: string;
  readonly oneLine?: boolean;
}) {
  return (
    <span className="copyable">
      <code className={oneLine ? "one-line" : undefined} title={oneLine ? text : undefined}>
        {text}
      </code>
      <CopyButton text={text} name={name} />
    </span>
  );
}
