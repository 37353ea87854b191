import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import type { OrderPage, RequestContext } from '../request-context.js';

/** How the beginning of a page is asked for. */
export interface PageStart {
  readonly name: string;
  readonly parameter: JsonObject;
  /** Whether it counts orders (an index) or follows them (a position). */
  readonly isCounting: boolean;
  /** Undefined when the text says nothing usable. */
  read(text: string, size: number, visit: RequestContext): number | undefined;
  write(start: number, size: number): string;
}

/** Where a link of a page leads, as a reference relative to the root. */
export type LinkBuilder = (start: number) => string;

/** A page on its way out; entries are put in by the style. */
export interface RenderedPage {
  readonly body: JsonObject | readonly JsonObject[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a style of paging says for itself; the rest is the same for all. */
export interface PageForm {
  readonly sizeName: string;
  readonly start: PageStart;
  /** Where the entries are in a page; empty for a bare array. */
  readonly items: readonly string[];
  /** What is answered past the end when nothing else is chosen. */
  readonly pastEnd?: 'not-found';
  /** Members of a page, given the schema of its entries; absent where a page is a bare array. */
  readonly members?: (entries: Schema) => { readonly [member: string]: Schema };
  /** Members that are not on every page. */
  readonly optional?: readonly string[];
  render(page: OrderPage, entries: readonly JsonObject[], linkTo: LinkBuilder): RenderedPage;
}
