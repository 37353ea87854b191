import { type Exchange, http, type Tools } from '#rule';

/**
 * Responses of one address to requests that change nothing: OPTIONS and GET, and GET with another id, without its
 * required query, or with an unknown one.
 */
export function visitAddress(tools: Tools): Promise<readonly Exchange[]> {
  return tools.share('visit', async () => {
    const { path, replaceLast } = tools.address();
    const isRead = tools.resource().operations.some(({ operation }) => operation.method === 'GET');
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

/** The errors among some responses. */
export const selectErrors = (seen: readonly Exchange[]): Exchange[] =>
  seen.filter((exchange) => http.hasStatus(exchange, 4, 5) && !http.hasStatus(exchange, 401, 403, 429));
