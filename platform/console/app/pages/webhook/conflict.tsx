import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/notice.js";
import { useTexts } from "../../texts/texts.js";
import type { EndpointDraft } from "./endpoint-draft.js";
import { texts } from "./texts.js";

/** The current configuration beside the draft, after somebody saved meanwhile; it is confirmed anew or discarded. */
export function Conflict({
  draft: { values, current, changes },
  onDiscard,
  needsTest,
  onConfirm,
}: {
  readonly draft: EndpointDraft;
  readonly onDiscard: () => void;
  readonly needsTest: boolean;
  readonly onConfirm: () => void;
}) {
  const t = useTexts(texts);
  const revisions = { base: values.revision, current: current.revision };
  const onOff = (value: boolean): string => (value ? t("conflict.on") : t("conflict.off"));
  const rows = [
    { name: t("endpoint.url"), now: current.url, mine: changes.url },
    {
      name: t("types.events"),
      now: t("conflict.count", { count: current.event_types.length }),
      mine: changes.event_types && <Difference from={current.event_types} to={changes.event_types} />,
    },
    {
      name: t("types.callbacks"),
      now: t("conflict.count", { count: current.callback_types.length }),
      mine: changes.callback_types && (
        <Difference from={current.callback_types} to={changes.callback_types} />
      ),
    },
    {
      name: t("endpoint.encryption"),
      now: onOff(current.encrypted),
      mine: changes.encrypted === undefined ? undefined : onOff(changes.encrypted),
    },
  ];
  return (
    <Notice
      tone="warn"
      live
      title={t("conflict.title", revisions)}
      actions={
        <>
          <Button kind="primary" onPress={onConfirm}>
            {needsTest ? t("conflict.go", revisions) : t("conflict.confirm", revisions)}
          </Button>
          <Button onPress={onDiscard}>{t("conflict.discard")}</Button>
        </>
      }
    >
      <p>{t("conflict.help")}</p>
      <div className="webhook-conflict scroll-x">
        <table className="simple-table">
          <thead>
            <tr>
              <th scope="col">{t("conflict.setting")}</th>
              <th scope="col">{t("conflict.current", revisions)}</th>
              <th scope="col">{t("conflict.draft")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, now, mine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="break">{now}</td>
                <td className="break">{mine ?? <span className="muted">{t("conflict.kept")}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {needsTest && <p className="small">{t("conflict.goHelp", revisions)}</p>}
    </Notice>
  );
}

function Difference({ from, to }: { readonly from: readonly string[]; readonly to: readonly string[] }) {
  const t = useTexts(texts);
  const added = to.filter((type) => !from.includes(type));
  const removed = from.filter((type) => !to.includes(type));
  return (
    <>
      <p>{t("conflict.count", { count: to.length })}</p>
      {added.length > 0 && <p className="small">{t("conflict.added", { types: added.join(", ") })}</p>}
      {removed.length > 0 && <p className="small">{t("conflict.removed", { types: removed.join(", ") })}</p>}
    </>
  );
}
