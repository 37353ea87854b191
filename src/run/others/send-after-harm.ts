import type { ClientRequest, SentExchange } from '../../http/exchange.js';
import { type RequestMeter, UnsentError } from '../../limits/request-meter.js';
import { hasStatus } from '../../model/exchange.js';
import type { OthersWatch } from './watch-others.js';

/** What is known of the harm, and the marker of the run. */
interface Harmed {
  readonly watch: Pick<OthersWatch, 'mayRemovalHarm' | 'describeHarm'>;
  readonly runMark: string;
}

/** After harm, only items that show the marker of the run are removed, and only where no removal can have done the harm. */
export async function sendAfterHarm(request: ClientRequest, meter: RequestMeter, { watch, runMark }: Harmed) {
  const { method, path } = request;
  if (method !== 'DELETE' || watch.mayRemovalHarm()) throw new UnsentError('setup', watch.describeHarm() ?? '');
  const { record: _, content: __, headers: ___, ...about } = request;
  const seen = await meter.sendUnmetered({ ...about, method: 'GET' });
  if (!hasStatus(seen, 200) || !seen.answer?.text.includes(`assay-${runMark}`))
    throw new UnsentError('setup', `GET ${path} does not show that the run created the item`);
  return meter.sendUnmetered(request);
}
