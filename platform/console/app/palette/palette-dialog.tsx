import { useNavigate } from "@tanstack/react-router";
import { Box, Search } from "lucide-react";
import { useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Header as SectionHeader } from "react-aria-components/Header";
import { Input } from "react-aria-components/Input";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { SearchField } from "react-aria-components/SearchField";
import { useCommonTexts } from "../texts/common-texts.js";
import { type PaletteEntry, useEntries } from "./entries.js";

/** A search over pages, applications and commands. An id opens its object. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useCommonTexts();
  const { contains } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState("");
  const groups = useEntries(text.trim());
  const navigate = useNavigate();
  const run = (key: string): void => {
    const entry = groups.flatMap(({ entries }) => entries).find(({ id }) => id === key);
    onClose();
    entry?.run(navigate);
  };
  return (
    <ModalOverlay className="modal-overlay" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label={t("palette.title")}>
          <Autocomplete
            filter={(label, input) => label.startsWith("id:") || contains(label, input)}
            inputValue={text}
            onInputChange={setText}
          >
            <SearchField aria-label={t("palette.title")} autoFocus className="search">
              <Search size={18} aria-hidden />
              <Input placeholder={t("palette.placeholder")} />
              <kbd aria-hidden>Esc</kbd>
            </SearchField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
            <div className="entries" tabIndex={0} role="group" aria-label={t("palette.title")}>
              <Menu
                className="menu"
                items={groups}
                dependencies={[groups]}
                onAction={(key) => run(String(key))}
                renderEmptyState={() => <p className="none">{t("palette.empty")}</p>}
              >
                {({ id, title, entries }: (typeof groups)[number]) => (
                  <MenuSection id={id} items={entries}>
                    <SectionHeader>{title}</SectionHeader>
                    {entries.map((entry) => (
                      <Entry key={entry.id} entry={entry} />
                    ))}
                  </MenuSection>
                )}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Entry({ entry }: { readonly entry: PaletteEntry }) {
  const { icon: Icon = Box, label, hint } = entry;
  return (
    <MenuItem id={entry.id} className="option" textValue={entry.isId === true ? `id:${label}` : label}>
      <span className="option-label">
        <Icon size={16} aria-hidden />
        {label}
      </span>
      {hint !== undefined && <span className="faint small">{hint}</span>}
    </MenuItem>
  );
}
