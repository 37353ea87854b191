import { type Hold, type HoldLedger, selectWritten } from '../../ledger/holds.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { SingleHandle } from '../../rule/single-handle.js';
import { buildContent, type CaseClient } from '../tools/case-client.js';
import { pollUntil } from '../tools/walk-list.js';

/** What a handle requires. */
export interface SingleHandleContext {
  readonly wire: CaseClient;
  readonly holds: HoldLedger;
  readonly lagMs: number;
  readonly isChangedByItsOwnContent: boolean;
}

/** Creates the handle of a single resource for one case: each write is in the ledger before it is sent. */
export function createSingleHandle(
  { path, replace, create, members }: SingleResource,
  hold: Hold,
  { wire, holds, lagMs, isChangedByItsOwnContent }: SingleHandleContext,
): SingleHandle {
  let last: Json | undefined;
  let sent: Json | undefined;
  const get = async (): Promise<Exchange> => {
    const exchange = await wire.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    const json = hasStatus(exchange, 200) ? exchange.answer?.json : undefined;
    last = json === undefined ? undefined : selectWritten(json, members);
    if (json !== undefined || hasStatus(exchange, 404, 410)) holds.recordShown(hold, last);
    return exchange;
  };
  const write = (method: 'PUT' | 'POST' | 'DELETE', body?: Json, mediaType?: string) => {
    const isOwnContent = body !== undefined && [last, sent].some((own) => own !== undefined && isEquivalent(body, own));
    if (isChangedByItsOwnContent && !isOwnContent)
      throw new InconclusiveError('setup', `${path} is not written to: PUT of its own content changed it`);
    const record = holds.recordChange(hold, method, body);
    const content = body === undefined ? {} : buildContent(body, mediaType);
    sent = body;
    return wire.send({ method, path, ...content, record });
  };
  return {
    path,
    content: hold.original,
    isChangedByItsOwnContent,
    get,
    getUntil: (isSettled) => pollUntil(get, isSettled, lagMs),
    readContent: async () => {
      await get();
      return last;
    },
    put: async (body) => write('PUT', body, replace?.request?.mediaType),
    post: async (body) => write('POST', body, create?.request?.mediaType),
    delete: async () => write('DELETE'),
  };
}
