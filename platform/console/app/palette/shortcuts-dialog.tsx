import { applicationPlaces } from "../frame/places.js";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { useCommonTexts } from "../texts/common-texts.js";

/** Lists the shortcuts. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useCommonTexts();
  const rows: readonly (readonly [string, string])[] = [
    [t("shortcuts.palette"), "Ctrl K / ⌘ K"],
    [t("shortcuts.help"), "?"],
    [t("shortcuts.search"), "/"],
    [t("shortcuts.new"), "c"],
    [t("shortcuts.close"), "Esc"],
    [t("navigation.applications"), "g a"],
    ...applicationPlaces.map(({ id, key }) => [t(`navigation.${id}`), `g ${key}`] as const),
    [t("navigation.customers"), "g u"],
  ];
  return (
    <Dialog title={t("shortcuts.title")} isOpen onClose={onClose}>
      <div className="body">
        <dl className="shortcut-list">
          {rows.map(([name, keys]) => (
            <div key={name} className="shortcut">
              <dt>{name}</dt>
              <dd>
                <kbd>{keys}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <footer>
        <Button onPress={onClose} autoFocus>
          {t("actions.close")}
        </Button>
      </footer>
    </Dialog>
  );
}
