import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useLiveUpdates } from "../live/use-live-updates.js";
import { CommandPalette } from "../palette/command-palette.js";
import { useOptionalScope } from "../routes/scope-context.js";
import { useSession } from "../session/use-session.js";
import { useCommonTexts } from "../texts/common.js";
import { useFollowClock } from "../time/use-follow-clock.js";
import { setClock } from "../time/use-sandbox-now.js";
import { BottomNavigation } from "./bottom-navigation.js";
import { Header } from "./header.js";
import { SideNavigation } from "./side-navigation.js";

/** What stands around every page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const t = useCommonTexts();
  const scope = useOptionalScope();
  const { clock, live_after } = useSession();
  const first = useRef(live_after);
  useLiveUpdates(first.current);
  useEffect(() => setClock(clock), [clock]);
  useFollowClock();
  const main = useFocusAfterNavigation();
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

/** Moves the focus to the content when another page is opened, as loading a page would. */
function useFocusAfterNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
