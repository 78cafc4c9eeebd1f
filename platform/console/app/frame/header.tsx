import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { openPalette } from "../palette/palette-store.js";
import { Button } from "../parts/button.js";
import { useCommonTexts } from "../texts/common.js";
import { AccountMenu } from "./account-menu.js";
import { Clock } from "./clock.js";
import { Mark } from "./mark.js";
import { ScopeMenu } from "./scope-menu.js";

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Where one is, search, the clock and the account. */
export function Header() {
  const t = useCommonTexts();
  return (
    <header className="header">
      <Link to="/" className="brand only-wide">
        <Mark />
        <span>{t("console")}</span>
      </Link>
      <div className="bar">
        <ScopeMenu />
        <span className="spring" />
        <Clock />
        <Button className="search-button" onPress={openPalette}>
          <Search size={16} aria-hidden />
          <span className="label">{t("palette.open")}</span>
          <kbd aria-hidden>{isApple ? "⌘K" : "Ctrl K"}</kbd>
        </Button>
        <AccountMenu />
      </div>
    </header>
  );
}
