import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "../parts/button.js";
import { CopyButton } from "../parts/copy.js";
import { useCommonTexts } from "../texts/common.js";
import type { ShownSecret } from "./use-secret.js";

/** A secret, masked until one asks to see it. Copying doesn't show it. Without a value there is only the mask. */
export function Secret({
  name,
  secret,
  onReveal,
  isRevealing = false,
}: {
  /** Such as "Client secret", for assistive technology. */
  readonly name: string;
  readonly secret: ShownSecret;
  /** Reads it, and calls `secret.show`; without it, the secret can't be read again. */
  readonly onReveal?: (() => void) | undefined;
  readonly isRevealing?: boolean;
}) {
  const t = useCommonTexts();
  const [visible, setVisible] = useState(false);
  const { value } = secret;
  if (value === undefined)
    return (
      <div className="secret">
        <code className="mask">
          <span aria-hidden>••••••••••••••••</span>
          <span className="hidden-visually">{t("secret.masked")}</span>
        </code>
        {onReveal !== undefined && (
          <Button
            size="small"
            isPending={isRevealing}
            onPress={() => {
              setVisible(true);
              onReveal();
            }}
            aria-label={t("secret.reveal", { name })}
          >
            <Eye size={14} aria-hidden />
            {t("actions.reveal")}
          </Button>
        )}
      </div>
    );
  return (
    <div className="secret">
      <code data-secret className={visible ? undefined : "mask"}>
        {visible ? (
          value
        ) : (
          <>
            <span aria-hidden>••••••••••••••••</span>
            <span className="hidden-visually">{t("secret.masked")}</span>
          </>
        )}
      </code>
      <span className="row">
        <Button
          kind="plain"
          size="small"
          icon
          onPress={() => setVisible(!visible)}
          aria-label={visible ? t("secret.hide", { name }) : t("secret.reveal", { name })}
        >
          {visible ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
        </Button>
        <CopyButton text={value} name={name} label={t("actions.copy")} kind="default" />
      </span>
    </div>
  );
}
