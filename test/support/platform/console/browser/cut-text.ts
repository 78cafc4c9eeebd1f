import type { Page } from "playwright-core";

/** How the page is shown while it is measured. */
export interface Look {
  readonly width: number;
  readonly language: "en" | "zh";
  /** A font that is installed on this machine; Chinese is always in Noto Sans CJK SC. */
  readonly font: "DejaVu Sans" | "Noto Sans";
}

const monospace = { "DejaVu Sans": "DejaVu Sans Mono", "Noto Sans": "Noto Sans Mono" } as const;

/** Shows the page in a look; the page isn't loaded again. */
export async function takeLook(page: Page, { width, language, font }: Look): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
  await page.evaluate(
    async ([wanted, sans, mono]) => {
      const key = "console.language";
      localStorage.setItem(key, wanted);
      // What this tab would hear if another one had switched.
      dispatchEvent(new StorageEvent("storage", { key, newValue: wanted }));
      const { style } = document.documentElement;
      style.setProperty("--font", `"${sans}", "Noto Sans CJK SC"`);
      style.setProperty("--mono", `"${mono}", "Noto Sans Mono CJK SC"`);
      await document.fonts.ready;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    },
    [language, font, monospace[font]] as const,
  );
}

/**
 * Texts that a reader doesn't see whole as the page stands: cut by what contains them, closer to the window's edge than three pixels, or
 * closer to the edge of their pill than a tenth of its height. An id that is cut in the middle on purpose (`data-clip`) has its whole text in
 * `title`. What scrolls may be longer than it is: code, and from 768 pixels down a table.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const isNarrow = innerWidth <= 768;
    const scrolls = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      if (overflowX !== "auto" && overflowX !== "scroll") return false;
      return element.matches("pre, .framework-choice, .tabs-list") || isNarrow;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const owner = node.parentElement;
      if (text === "" || owner === null || !owner.checkVisibility()) continue;
      if (
        owner.closest(".hidden-visually, .skip-link, [data-live-announcer], select, script, style") !== null
      )
        continue;
      const name = `“${text.slice(0, 60)}” in ${owner.tagName.toLowerCase()}.${owner.getAttribute("class") ?? ""}`;
      const clip = owner.closest("[data-clip]");
      if (clip !== null) {
        if (clip.getAttribute("title") !== clip.textContent)
          found.add(`${name}: clipped without its text as title`);
        continue;
      }
      // Only for assistive technology.
      if (
        [owner, owner.parentElement].some((each) => each !== null && each.getBoundingClientRect().width <= 1)
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
      if (rects.length === 0) continue;
      const [left, right] = [
        Math.min(...rects.map((each) => each.left)),
        Math.max(...rects.map((each) => each.right)),
      ];
      const [top, bottom] = [
        Math.min(...rects.map((each) => each.top)),
        Math.max(...rects.map((each) => each.bottom)),
      ];
      let scroller: Element | null = null;
      let scrollsDown = false;
      for (
        let each: Element | null = owner;
        each !== null && each !== document.body;
        each = each.parentElement
      ) {
        if (scrolls(each)) {
          scroller = each;
          break;
        }
        const style = getComputedStyle(each);
        if (style.overflowY === "auto" || style.overflowY === "scroll") scrollsDown = true;
        const box = each.getBoundingClientRect();
        const clips =
          style.overflowX !== "visible" || style.contain.includes("paint") || style.contain === "strict";
        const isCard = each.matches(".panel, .table-box, .application-card, .badge, .button");
        if (clips && each.scrollWidth > each.clientWidth + 1 && style.textOverflow === "ellipsis")
          found.add(`${name}: ends with an ellipsis`);
        if ((clips || isCard) && (left < box.left - 0.5 || right > box.right + 0.5))
          found.add(`${name}: leaves ${each.tagName.toLowerCase()}.${each.getAttribute("class") ?? ""}`);
        if (
          clips &&
          !scrollsDown &&
          style.overflowY === "hidden" &&
          (top < box.top - 3 || bottom > box.bottom + 3)
        )
          found.add(`${name}: leaves the height of ${each.getAttribute("class") ?? each.tagName}`);
        const pill = box.height / 10;
        if (each.matches(".badge") && (left < box.left + pill || right > box.right - pill))
          found.add(`${name}: fills its pill`);
      }
      if (scroller === null && (left < 3 || right > innerWidth - 3))
        found.add(`${name}: at the edge of the window`);
      if (owner instanceof SVGElement) {
        const pill = owner.closest("g")?.querySelector("rect")?.getBoundingClientRect();
        if (
          pill !== undefined &&
          (left < pill.left + pill.height / 5 || right > pill.right - pill.height / 5)
        )
          found.add(`${name}: fills its pill`);
      }
    }
    return [...found];
  });
}
