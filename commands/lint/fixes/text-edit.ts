/** A part of a text, and what comes instead. Offsets in UTF-16 units. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
