import type { UseNavigateResult } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

/** Goes to another page. */
export type Navigate = UseNavigateResult<string>;

/** Something that the palette offers. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: LucideIcon;
  /** Whether it opens the id that was typed, so that it isn't filtered. */
  readonly isId?: boolean;
  readonly run: (navigate: Navigate) => void;
}
