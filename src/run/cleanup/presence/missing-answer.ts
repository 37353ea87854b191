import type { RequestMeter } from '../../../limits/request-meter.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Collection } from '../../../model/service/subject.js';
import { readIdFromPath } from '../../items/item-address.js';
import { generateUnusedId } from '../../items/unique-values.js';
import { buildCleanupRead } from '../cleanup-requests.js';

/** The responses to GET of an id that never existed, by collection, while a meter is in use. */
const known = new WeakMap<RequestMeter, Map<string, Promise<string | undefined>>>();

/**
 * Whether a successful response to GET of an item is the one that the service gives for an id that never existed: some answer 200
 * with an empty or fixed content. Asks for such an id once for each collection.
 */
export async function isMissingAnswer(exchange: Exchange, collection: Collection, meter: RequestMeter) {
  const id = readIdFromPath(collection, exchange.path);
  if (id === undefined) return false;
  const answers = known.get(meter) ?? new Map<string, Promise<string | undefined>>();
  known.set(meter, answers);
  const control = answers.get(collection.name) ?? readMissingAnswer(exchange.path, id, meter);
  answers.set(collection.name, control);
  return (await control) === describeAnswer(exchange, id);
}

/** How the service answers for an id that never existed; undefined unless it is a success. */
async function readMissingAnswer(path: string, id: string, meter: RequestMeter): Promise<string | undefined> {
  const unused = generateUnusedId(id);
  const position = path.lastIndexOf(encodeURIComponent(id));
  if (position < 0) return undefined;
  const missing =
    path.slice(0, position) + encodeURIComponent(unused) + path.slice(position + encodeURIComponent(id).length);
  const exchange = await meter.sendUnmetered(buildCleanupRead({ path: missing }));
  return hasStatus(exchange, 2) ? describeAnswer(exchange, unused) : undefined;
}

/** The status and the content, without the id of the request. */
const describeAnswer = ({ answer }: Exchange, id: string): string =>
  `${answer?.status} ${answer?.text.replaceAll(id, '{id}') ?? ''}`;
