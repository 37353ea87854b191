import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { OrderPage, RequestContext } from '../request-context.js';

export interface PageStart {
  readonly name: string;
  readonly parameter: JsonObject;
  /** Whether the start is an index or a position. */
  readonly isCounting: boolean;
  /** Undefined when the text is not valid. */
  read(text: string, size: number, visit: RequestContext): number | undefined;
  write(start: number, size: number): string;
}

export type LinkBuilder = (start: number) => string;

/** The response with a page; the style adds the entries. */
export interface RenderedPage {
  readonly body: JsonObject | readonly JsonObject[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PageForm {
  readonly sizeName: string;
  readonly start: PageStart;
  /** Where the entries are in a page; empty for a bare array. */
  readonly items: readonly string[];
  /** The response past the end by default. */
  readonly pastEnd?: 'not-found';
  /** Members of a page, given the schema of its entries; absent where a page is a bare array. */
  readonly members?: (entries: Schema) => { readonly [member: string]: Schema };
  /** Members that are not on every page. */
  readonly optional?: readonly string[];
  render(page: OrderPage, entries: readonly JsonObject[], linkTo: LinkBuilder): RenderedPage;
}
