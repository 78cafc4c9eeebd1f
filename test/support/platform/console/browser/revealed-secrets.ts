import type { Page } from "playwright-core";

/** Reveals the new credentials on the page of a webhook; by name. */
export async function revealedSecrets(page: Page): Promise<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const name of ["HMAC Secret", "Verification Token", "Encrypt Key"]) {
    await page.getByRole("button", { name: `Reveal ${name}`, exact: true }).click();
    const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    shown[name] = await row.locator("[data-secret]").innerText();
  }
  return shown;
}
