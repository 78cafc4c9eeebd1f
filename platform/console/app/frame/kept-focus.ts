import { useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { focusSearch } from "../palette/palette-store.js";

/**
 * Keeps the keyboard's focus on the page. After a navigation it is on the page's heading, as soon as there is one; when what had it
 * disappears, by a creation, a revocation or the end of a dialog, on the heading of what is left around it. The result is for `main`.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { started, shown } = useRouterState({
    select: ({ location, resolvedLocation }) => ({
      started: location.pathname,
      shown: resolvedLocation?.pathname ?? location.pathname,
    }),
    structuralSharing: true,
  });
  const before = useRef({ started, shown });
  const keeper = useRef<FocusKeeper>(undefined);
  useLayoutEffect(() => {
    if (before.current.started === started) return;
    before.current = { ...before.current, started };
    // Until the page is there; its own fields may take the focus afterwards.
    main.current?.focus({ preventScroll: true });
  }, [started]);
  useEffect(() => {
    if (main.current === null) return undefined;
    keeper.current = keepFocus(main.current);
    // Another organization's frame is another page; the first one comes with the document, which leaves the focus alone.
    if (isDocumentOpen) keeper.current.arrive();
    isDocumentOpen = true;
    return keeper.current.stop;
  }, []);
  useEffect(() => {
    if (before.current.shown === shown) return;
    before.current = { ...before.current, shown };
    keeper.current?.arrive();
  }, [shown]);
  return main;
}

let isDocumentOpen = false;

interface FocusKeeper {
  /** Says that another page is shown, whose heading should have the focus. */
  readonly arrive: () => void;
  readonly stop: () => void;
}

function keepFocus(main: HTMLElement): FocusKeeper {
  /** What had the focus last outside of dialogs, then what contains it, from the inside to the outside. */
  let path: readonly HTMLElement[] = [];
  let isArriving = false;
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(dialogs) === null) path = withAncestors(target);
  };
  // Whoever presses on nothing takes the focus away on purpose.
  const press = ({ target }: PointerEvent): void => {
    isArriving = false;
    if (target instanceof HTMLElement && target.closest(dialogs) === null) path = [];
  };
  const type = (): void => {
    isArriving = false;
  };
  const check = (): void => {
    frame = 0;
    const { activeElement } = document;
    if (document.querySelector(dialogs) !== null) return;
    if (isArriving) {
      // A field of the page that takes the focus by itself keeps it.
      const isInside = activeElement !== main && main.contains(activeElement);
      if (isInside || focusHeading(main)) isArriving = false;
      return;
    }
    const [last] = path;
    if (last === undefined || !isNowhere(activeElement)) return;
    // A button that waits for its answer is disabled, and gets the focus back.
    if (last.isConnected && !isDisabled(last)) last.focus({ preventScroll: true });
    else if (!last.isConnected && !(last.matches("[data-clears]") && focusSearch())) focusAround(path, main);
  };
  // React Aria gives the focus back in the frame after a dialog is gone, and that comes first.
  const later = (): void => {
    if (frame === 0)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(check);
      });
  };
  const changes = new MutationObserver(later);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("keydown", type, true);
  return {
    arrive() {
      isArriving = true;
      later();
    },
    stop() {
      changes.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", press, true);
      document.removeEventListener("keydown", type, true);
    },
  };
}

const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"], .modal-overlay';

function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body;
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(":disabled");
}

function withAncestors(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) path.push(each);
  return path;
}

/** Focuses the heading of the nearest section that is left around what is gone, or else the page's. */
function focusAround(path: readonly HTMLElement[], main: HTMLElement): void {
  const section = path.find((each) => each.isConnected && each.matches("main section"));
  if (section === undefined || !focusFirst(section, "h2, h3")) focusHeading(main);
}

function focusHeading(main: HTMLElement): boolean {
  return focusFirst(main, "h1");
}

function focusFirst(within: HTMLElement, selector: string): boolean {
  const heading = within.querySelector<HTMLElement>(selector);
  if (heading === null) return false;
  if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
