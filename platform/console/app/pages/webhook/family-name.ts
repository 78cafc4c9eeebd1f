import type { useTexts } from "../../texts/texts.js";
import type { texts } from "./texts.js";

const families = [
  "subscription",
  "access",
  "identity",
  "payment",
  "refund",
  "billing",
  "support",
  "callback",
] as const;

/** What a family of the contract is called; one that isn't known here keeps its own name. */
export function familyName(family: string, t: ReturnType<typeof useTexts<(typeof texts)["en"]>>): string {
  const known = families.find((each) => each === family);
  return known === undefined ? family : t(`family.${known}`);
}
