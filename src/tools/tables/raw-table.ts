/** A table whose cells are still text. */
export interface RawTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
}
