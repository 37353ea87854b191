import { assume, http, type Tools } from '#rule';

type RawExchange = Awaited<ReturnType<Tools['client']['raw']>>;

/** HEAD and GET of one address, over separate sockets, because HTTP clients hide content that must not be there. */
export interface HeadAndGet {
  readonly get: RawExchange;
  readonly head: RawExchange;
  readonly again: RawExchange;
}

/** Sends GET, HEAD and GET again, once for all rules. Ends the case where GET does not succeed. */
export async function sendHeadAndGet(tools: Tools): Promise<HeadAndGet> {
  const seen = await tools.share('head', async () => {
    const { path } = tools.address();
    const get = await tools.client.raw({ method: 'GET', path });
    const head = await tools.client.raw({ method: 'HEAD', path });
    return { get, head, again: await tools.client.raw({ method: 'GET', path, role: 'control' }) };
  });
  for (const one of [seen.get, seen.again]) {
    assume(!http.hasStatus(one, 401, 403), 'refused', `GET returned ${one.answer?.status}`);
    assume(http.hasStatus(one, 200), 'setup', `GET returned ${one.answer?.status}`);
  }
  return seen;
}
