import { ChevronDown } from "lucide-react";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { Button } from "../../parts/button.js";
import { prettyJson } from "../../parts/code-block.js";
import { toast } from "../../parts/toast.js";
import { useCommonTexts } from "../../texts/common-texts.js";
import { useTexts } from "../../texts/texts.js";
import type { Attempt, DeliveryView } from "./delivery-types.js";
import { texts } from "./texts.js";

/** Copies a delivery in a form that something else understands. */
export function CopyAs({
  view,
  attempt,
}: {
  readonly view: DeliveryView;
  readonly attempt: Attempt | undefined;
}) {
  const t = useTexts(texts);
  const common = useCommonTexts();
  const sent = attempt?.sent ?? undefined;
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: "good", title: t("copyAs.done") });
    } catch {
      toast({ tone: "bad", title: common("actions.copyFailed") });
    }
  };
  return (
    <MenuTrigger>
      <Button>
        {t("copyAs.label")}
        <ChevronDown size={15} aria-hidden />
      </Button>
      <Popover className="popover">
        <Menu className="menu">
          {sent !== undefined && (
            <MenuItem
              className="option"
              textValue={t("copyAs.curl")}
              onAction={() => void copy(curlCommand(sent))}
            >
              <Text slot="label">{t("copyAs.curl")}</Text>
              <Text slot="description">{t("copyAs.curlHelp")}</Text>
            </MenuItem>
          )}
          <MenuItem
            className="option"
            textValue={t("copyAs.conform")}
            onAction={() => void copy(conformCase(view))}
          >
            <Text slot="label">{t("copyAs.conform")}</Text>
            <Text slot="description">{t("copyAs.conformHelp")}</Text>
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/**
 * A file of cases for `oipkit conform`, in JSON, which is YAML, too: this event must be accepted, as it was published. The run gives it a
 * new id and signs it with the receiver's own credentials.
 */
function conformCase({ delivery: { delivery_id, event_type }, event }: DeliveryView): string {
  const name = delivery_id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${prettyJson({
    step: "6.3.7",
    title: `A delivery of ${event_type}`,
    cases: [
      {
        id: `6.3.7/${name}`,
        clause: "§6.3(7)",
        level: "must",
        why: "A valid event is acknowledged as soon as it is committed.",
        steps: [{ deliver: { event }, expect: { status: ["accepted"] } }],
      },
    ],
  })}\n`;
}

type Sent = NonNullable<Attempt["sent"]>;

/** Headers that curl makes itself. */
const own = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** A command for a POSIX shell that sends a request again. Masked values stay masked. */
function curlCommand({ method, url, headers, body }: Sent): string {
  const lines = [
    `curl -i -X ${quoted(method)} ${quoted(url)}`,
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  --data-binary ${quoted(body)}`,
  ];
  return lines.join(" \\\n");
}

/** A word of a POSIX shell: nothing in single quotes is special but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
