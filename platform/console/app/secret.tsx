import { Eye, EyeOff } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLatest } from "./latest.js";
import { Button } from "./parts/button.js";
import { CopyButton } from "./parts/copy.js";
import { useSessionState } from "./session/session-store.js";
import { useCommonTexts } from "./texts/common-texts.js";

/** A secret, masked until one asks to see it. Copying doesn't show it. Without a value there is only the mask. */
export function Secret({
  name,
  secret,
  onReveal,
  isRevealing = false,
}: {
  /** Such as "Client Secret", for assistive technology. */
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

/** A secret that is shown for a while. It is in this component's state alone: in no cache, no storage, no address. */
export interface ShownSecret {
  readonly value: string | undefined;
  readonly show: (value: string) => void;
  /** The same for a scope that this page will have: that of a version that was just made. */
  readonly showFor: (scope: string, value: string) => void;
  readonly clear: () => void;
}

/**
 * Holds a secret until the page is left or hidden by the browser's history, the sign-in ends, access is lost, or `scope` changes.
 * `scope` names what it belongs to, with its version: another application, organization or version clears it.
 */
export function useSecret(scope: string): ShownSecret {
  const { secretsEpoch } = useSessionState();
  const [held, setHeld] = useState<Held>();
  const latest = useRef<Held>(undefined);
  const scopeNow = useLatest(scope);
  const hold = useCallback((next?: Held) => {
    if (latest.current !== undefined) latest.current.value = undefined;
    latest.current = next;
    setHeld(next);
  }, []);
  const isCurrent = held !== undefined && held.scope === scope && held.epoch === secretsEpoch;
  // Runs when one of the two changes, not when a secret comes: it may come before the page hears of its version.
  useEffect(() => {
    const { current } = latest;
    if (current !== undefined && (current.scope !== scope || current.epoch !== secretsEpoch)) hold();
  }, [scope, secretsEpoch, hold]);
  useEffect(() => {
    const clear = (): void => hold();
    addEventListener("pagehide", clear);
    return () => {
      removeEventListener("pagehide", clear);
      clear();
    };
  }, [hold]);
  const epochNow = useLatest(secretsEpoch);
  const showFor = useCallback(
    (of: string, value: string) => {
      // Asked for before the sign-in ended.
      if (epochNow.current !== secretsEpoch) return;
      hold({ value, scope: of, epoch: secretsEpoch });
    },
    [secretsEpoch, epochNow, hold],
  );
  const show = useCallback((value: string) => showFor(scopeNow.current, value), [showFor, scopeNow]);
  const clear = useCallback(() => hold(), [hold]);
  return {
    // A closure that outlives the page may keep this object, too.
    get value() {
      if (isCurrent) return held.value;
      return undefined;
    },
    show,
    showFor,
    clear,
  };
}

/**
 * The value is taken out when it is cleared: something that outlives the page, such as a removed button that a library still
 * knows, may refer to this state, but not to the secret.
 */
interface Held {
  value: string | undefined;
  readonly scope: string;
  readonly epoch: number;
}
