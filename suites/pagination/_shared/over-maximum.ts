import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Items,
  inconclusive,
  needs,
  violated,
} from '#rule';

/** The page size that is requested where no maximum is known. */
const largeSize = 1_000;

/** The maximum that the service tells: the size that a page reports, or the number in the refusal of a larger one. */
export async function askForMaximum(items: Items): Promise<{ readonly maximum?: number; readonly page: http.Page }> {
  const page = await items.page(items.firstPage(largeSize));
  const { answer } = page.exchange;
  const told = http.hasStatus(page.exchange, 2) ? readReportedSize(page) : readRefusedSize(answer?.text ?? '');
  return { page, ...(told !== undefined && told > 0 && told < largeSize && { maximum: told }) };
}

/** The only number in the text of a refusal that may be a maximum. */
function readRefusedSize(text: string): number | undefined {
  if (!/max|most|exceed|less than|up to|between|<=|≤/i.test(text)) return undefined;
  const numbers = new Set([...text.matchAll(/(?<![\w.-])\d{1,4}(?![\w.-]*\w)/g)].map(([digits]) => Number(digits)));
  const likely = [...numbers].filter((one) => one >= 5 && one < largeSize && (one < 400 || one % 50 === 0));
  return likely.length === 1 ? likely[0] : undefined;
}

export const maximumPageSize = needs.defineNeed('collection', {
  name: 'maximum page size',
  reason: 'the maximum page size is not known',
  enable: 'resources[].pagination.maxSize',
  isMet: ({ pagination }) => pagination.params.size !== undefined && pagination.maxSize !== undefined,
});

/** What the service did with a size above the maximum: one of the policies, more than the maximum, a failure; or unknown. */
export type Outcome = 'clamp' | 'reject' | 'default' | 'more' | 'failure' | 'unknown' | 'refused';

/** A page that was requested with a size above the maximum, and the outcome. */
export interface OverMaximum {
  readonly collection: Collection;
  readonly maximum: number;
  readonly asked: number;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  /** Pages for comparison. */
  readonly controls: readonly Exchange[];
}

/** Requests a page above the maximum, and for comparison a page of the maximum and one without a size. */
export async function requestOverMaximum(
  items: Items,
  collection: Collection,
  more: number,
  maximum = collection.pagination.maxSize ?? 1,
): Promise<OverMaximum> {
  const request = (size: number) => items.page(items.firstPage(size));
  const [full, over, plain] = await Promise.all([
    request(maximum),
    request(maximum + more),
    items.page(items.firstPage(null)),
  ]);
  const { exchange } = over;
  if (!http.hasStatus(exchange, 2))
    return {
      ...{ collection, maximum, asked: maximum + more, exchange },
      outcome: decideRefusal(exchange, full.exchange),
      controls: [full.exchange],
    };
  const usual = collection.pagination.defaultSize ?? plain.entries?.length ?? 0;
  const outcome = decideOutcome(over, full, { maximum, usual });
  return {
    ...{ collection, maximum, asked: maximum + more, exchange, outcome },
    controls: [full.exchange, plain.exchange],
  };
}

/** Where the maximum itself is refused, the reason is another one, such as a query that is missing. */
function decideRefusal(exchange: Exchange, full: Exchange): Outcome {
  if (http.hasStatus(exchange, 500)) return 'failure';
  if (!http.hasStatus(full, 2)) return 'refused';
  return http.hasStatus(exchange, 400, 413, 416, 422) ? 'reject' : 'refused';
}

interface Sizes {
  readonly maximum: number;
  readonly usual: number;
}

/** Determined by the number of entries where there are enough; else by the size that the page reports. */
function decideOutcome(over: http.Page, full: http.Page, { maximum, usual }: Sizes): Outcome {
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

function readReportedSize({ exchange }: http.Page): number | undefined {
  const found = places
    .map((place) => compare.getAtPointer(exchange.answer?.json, place))
    .find((value) => typeof value === 'number');
  return typeof found === 'number' ? found : undefined;
}

const requests = {
  ...{ clamp: 'a page of the maximum size', reject: 'a refusal', default: 'a page of the default size' },
  ...{ more: 'more than the maximum', failure: 'status 500', unknown: 'a page', refused: 'a refusal' },
} as const;

/** Violated when the service did something else than declared, or failed. */
export function judgeOverMaximum({ outcome, asked, maximum, exchange, collection, controls }: OverMaximum): Finding {
  const { overMax } = collection.pagination;
  const { status } = exchange.answer ?? {};
  if (outcome === 'refused') return inconclusive('setup', `a page of ${asked} returned ${status}`);
  const isPage = outcome !== 'reject' && outcome !== 'failure';
  const isBroken = outcome === 'unknown' ? overMax === 'reject' : overMax !== undefined && overMax !== outcome;
  if (isBroken || outcome === 'more' || outcome === 'failure') {
    const expected = overMax === undefined ? `a page of size ${maximum} or less` : `${requests[overMax]} (${maximum})`;
    const shows = isPage ? [...controls, exchange] : [exchange];
    return violated({ expected, actual: `${requests[outcome]} for a page of ${asked}`, shows });
  }
  if (outcome !== 'unknown') return held;
  const hint = `the collection has too few items to see a difference at a maximum of ${maximum}`;
  return inconclusive('no-usable-case', hint);
}

/** Whether two outcomes certainly differ; an unknown outcome is at least no refusal. */
export const areDifferentOutcomes = (a: Outcome, b: Outcome): boolean =>
  a === 'unknown' || b === 'unknown' ? a === 'reject' || b === 'reject' : a !== b;

export const twoMaximumPageSizes = needs.defineNeed('service', {
  name: `two collections with ${maximumPageSize.name}`,
  reason: `fewer than two collections meet the need "${maximumPageSize.name}"`,
  enable: maximumPageSize.enable,
  isMet: ({ collections }) => collections.filter((collection) => maximumPageSize.isMet(collection)).length > 1,
});
