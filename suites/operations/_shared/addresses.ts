import { type Exchange, http, needs, type Tools } from '#rule';
import { addressWithParameter } from '../../_shared/operations.js';

/** Responses of one address to OPTIONS and GET, and to GET with another id, or a missing or unknown query. */
export function visitAddress(tools: Tools): Promise<readonly Exchange[]> {
  return tools.share('visit', async () => {
    const { path, replaceLast } = tools.subject.address();
    const isRead = tools.subject.resource().operations.some(({ operation }) => operation.method === 'GET');
    const seen = [
      await tools.client.send({ method: 'OPTIONS', path }),
      await tools.client.send({ method: 'GET', path }),
    ];
    const other = replaceLast(tools.fresh.word());
    if (other !== undefined) seen.push(await tools.client.send({ method: 'GET', path: other }));
    else if (isRead) {
      const [plain, query] = path.split('?');
      const odd = query === undefined ? `${plain}?assay=1` : (plain ?? path);
      seen.push(await tools.client.send({ method: 'GET', path: odd }));
    }
    return seen;
  });
}

export const selectErrors = (seen: readonly Exchange[]): Exchange[] =>
  seen.filter((exchange) => http.hasStatus(exchange, 4, 5) && !http.hasStatus(exchange, 401, 403, 429));

/** Something may be read at the address: no word suggests that GET has effects. */
export const openAddress = needs.defineNeed('resource', {
  name: 'open address',
  reason: 'the words of the address suggest effects',
  enable: '--include',
  isMet: ({ operations }) => operations.every(({ spared }) => spared === undefined),
});

/** A request that changes nothing should fail here: with another value in the path, or because there is no GET. */
export const refusingAddress = needs.defineNeed('resource', {
  name: 'refusing address',
  reason: 'no request that changes nothing must fail at the address',
  enable: 'resources[]',
  isMet: (resource) =>
    addressWithParameter.isMet(resource) || addressWithoutGet.isMet(resource) || requiresQuery(resource),
});

/** Whether GET requires a query parameter, so that it must fail without one. */
const requiresQuery = (subject: Parameters<typeof addressWithoutGet.isMet>[0]): boolean =>
  subject.kind === 'resource' && subject.values.some(({ in: place }) => place === 'query');

export const addressWithoutGet = needs.defineNeed('resource', {
  name: 'address without GET',
  reason: 'there is a GET at the address',
  enable: 'resources[]',
  isMet: ({ operations }) => operations.every(({ operation }) => operation.method !== 'GET'),
});
