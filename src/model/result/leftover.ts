/** Something that was made and stayed. */
export interface Leftover {
  readonly path: string;
  readonly why: string;
}
