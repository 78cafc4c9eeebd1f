import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Result {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What `loadAxe` adds to the page. */
interface WithAxe {
  readonly axe: { readonly run: (context: Document, options: object) => Promise<Result> };
  violations: () => Promise<string[]>;
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Gives a page `violations()`, unless it has it. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "violations" in window)) return;
  await page.evaluate(source);
  await page.evaluate(() => {
    const loaded = window as unknown as WithAxe;
    loaded.violations = async () => {
      const { violations } = await loaded.axe.run(document, { resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 160)} ${failureSummary?.split("\n").at(-1)?.trim() ?? ""}`,
        ),
      );
    };
  });
}

/** Runs every rule of axe on a page; returns a line for each place that breaks one. */
export async function violations(page: Page): Promise<string[]> {
  await loadAxe(page);
  // Transitions would be measured half-way.
  return page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map((each) =>
          each.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
            ? undefined
            : each.finished,
        ),
    );
    return (window as unknown as WithAxe).violations();
  });
}
