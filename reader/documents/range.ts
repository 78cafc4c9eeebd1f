/** A place in a file: lines and columns count from 1, columns in UTF-16 code units as editors do. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
