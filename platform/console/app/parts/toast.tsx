import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Text } from "react-aria-components/Text";
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { useCommonTexts } from "../texts/common-texts.js";
import { Button } from "./button.js";

/** A message that disappears by itself; never the only place of something that matters. */
interface ToastMessage {
  readonly tone: "good" | "bad" | "info";
  readonly title: string;
  readonly text?: string | undefined;
}

const icons = { good: CircleCheck, bad: CircleAlert, info: Info } as const;
const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });

/** Shows a message at the page's corner for six seconds, longer while it has focus. */
export function toast(message: ToastMessage): void {
  queue.add(message, { timeout: 6000 });
}

/** Removes all messages; what they say belongs to an account. */
export function clearToasts(): void {
  queue.clear();
}

/** The place of the messages, a landmark that assistive technology reads. Rendered once. */
export function Toasts() {
  const t = useCommonTexts();
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast: shown }) => {
        const { tone, title, text } = shown.content;
        const Icon = icons[tone];
        return (
          <AriaToast toast={shown} className={`toast ${tone}`}>
            <Icon size={18} aria-hidden />
            <ToastContent>
              <Text slot="title" className="title" elementType="div">
                {title}
              </Text>
              {text !== undefined && (
                <Text slot="description" className="small muted" elementType="div">
                  {text}
                </Text>
              )}
            </ToastContent>
            <Button slot="close" kind="plain" size="small" icon aria-label={t("actions.close")}>
              <X size={14} aria-hidden />
            </Button>
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
