import { type Collection, type Exchange, getAtPointer, hasStatus, type Items, type Page } from '#rule';

/** What the service did with a size above the maximum: one of the policies, more than the maximum, a failure; or unknown. */
export type Outcome = 'clamp' | 'reject' | 'default' | 'more' | 'failure' | 'unknown' | 'refused';

/** A page that was requested with a size above the maximum, and the outcome. */
export interface OverMaximum {
  readonly collection: Collection;
  readonly asked: number;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  /** Pages for comparison. */
  readonly controls: readonly Exchange[];
}

/** Requests a page above the maximum, and for comparison a page of the maximum and one without a size. */
export async function requestOverMaximum(items: Items, collection: Collection, more: number): Promise<OverMaximum> {
  const maximum = collection.pagination.maxSize ?? 1;
  const full = await items.page(items.firstPage(maximum));
  const over = await items.page(items.firstPage(maximum + more));
  const { exchange } = over;
  if (!hasStatus(exchange, 2))
    return { collection, asked: maximum + more, exchange, outcome: decideRefusal(exchange), controls: [full.exchange] };
  const plain = await items.page(items.firstPage(null));
  const usual = collection.pagination.defaultSize ?? plain.entries?.length ?? 0;
  const outcome = decideOutcome(over, full, { maximum, usual });
  return { collection, asked: maximum + more, exchange, outcome, controls: [full.exchange, plain.exchange] };
}

function decideRefusal(exchange: Exchange): Outcome {
  if (hasStatus(exchange, 500)) return 'failure';
  return hasStatus(exchange, 400, 413, 416, 422) ? 'reject' : 'refused';
}

interface Sizes {
  readonly maximum: number;
  readonly usual: number;
}

/** Determined by the number of entries where there are enough; else by the size that the page reports. */
function decideOutcome(over: Page, full: Page, { maximum, usual }: Sizes): Outcome {
  const many = over.entries?.length;
  const enough = full.entries?.length ?? 0;
  if (many === undefined) return 'unknown';
  if (many > maximum) return 'more';
  if (usual === maximum) return 'unknown';
  if (enough === maximum && many === maximum && full.next !== undefined) return 'clamp';
  if (many === usual && enough > usual) return 'default';
  const told = readReportedSize(over);
  return told === maximum ? 'clamp' : told === usual ? 'default' : 'unknown';
}

const places = [
  ...['/size', '/limit', '/per_page', '/perPage', '/page_size', '/pageSize', '/page/size', '/meta/per_page'],
  ...['/meta/pagination/pageSize', '/meta/pagination/per_page', '/pagination/limit', '/pagination/pageSize'],
];

/** The size that a page reports. */
function readReportedSize({ exchange }: Page): number | undefined {
  const found = places
    .map((place) => getAtPointer(exchange.answer?.json, place))
    .find((value) => typeof value === 'number');
  return typeof found === 'number' ? found : undefined;
}
