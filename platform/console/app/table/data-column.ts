import type { ReactNode } from "react";

/** A column of a table. */
export interface DataColumn<T> {
  readonly id: string;
  readonly title: string;
  /** In pixels, or shares of what is left, such as `2fr`. Default: `1fr`. */
  readonly width?: number | `${number}fr`;
  readonly cell: (row: T) => ReactNode;
  /** Whether it is shown on a phone, too. Default: no. */
  readonly onPhone?: boolean;
  /** What it shows on a phone instead: several things below each other, in at most 64 pixels. */
  readonly phoneCell?: (row: T) => ReactNode;
}

/** The columns as a `grid-template-columns`. */
export function gridTemplate(columns: readonly DataColumn<never>[]): string {
  return columns
    .map(({ width = "1fr" }) => (typeof width === "number" ? `${width}px` : `minmax(0, ${width})`))
    .join(" ");
}
