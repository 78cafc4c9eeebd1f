import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Clock } from "../clock/clock-panel.js";
import { useLiveUpdates } from "../live.js";
import { CommandPalette } from "../palette/command-palette.js";
import { openPalette } from "../palette/palette-store.js";
import { Button } from "../parts/button.js";
import { useOptionalScope } from "../scope.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common-texts.js";
import { setClock, useFollowClock } from "../time.js";
import { AccountMenu } from "./account-menu.js";
import { useKeptFocus } from "./kept-focus.js";
import { BottomNavigation, SideNavigation } from "./navigation.js";
import { ScopeMenu } from "./scope-menu.js";

/** What stands around every page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { clock, live_after } = useSession();
  const first = useRef(live_after);
  useLiveUpdates(first.current);
  useEffect(() => setClock(clock), [clock]);
  useFollowClock();
  const main = useKeptFocus();
  return (
    <>
      <a className="skip-link" href="#main">
        {t("skip")}
      </a>
      {scope !== null && <div className={`environment-strip ${scope.environment}`} />}
      <div className="frame">
        <Header />
        <SideNavigation />
        <main id="main" className="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      <BottomNavigation />
      <CommandPalette />
    </>
  );
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Where one is, search, the clock and the account. */
function Header() {
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

/** The Console's sign. */
export function Mark({ size = 26 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M10 12.5 6.5 16l3.5 3.5M22 12.5l3.5 3.5-3.5 3.5M18.2 9.5l-4.4 13"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
