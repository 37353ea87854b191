import { assume, type Finding, http, type Tools } from '#rule';

type RawExchange = Awaited<ReturnType<Tools['client']['raw']>>;

/** HEAD and GET of one address, over separate sockets, because HTTP clients hide content that must not be there. */
export interface HeadAndGet {
  readonly gets: readonly RawExchange[];
  readonly heads: readonly RawExchange[];
}

/**
 * Sends GET, HEAD and GET, once for all rules, and where `judge` finds them in violation two GETs, HEAD and two GETs more:
 * of two replicas that answer in turn, another one may have answered HEAD. Ends the case where a GET does not succeed.
 */
export async function sendHeadAndGet(tools: Tools, judge: (seen: HeadAndGet) => Finding): Promise<HeadAndGet> {
  const first = await sendRound(tools, 1);
  if (judge(first).verdict !== 'violated') return first;
  const second = await sendRound(tools, 2);
  return { gets: [...first.gets, ...second.gets], heads: [...first.heads, ...second.heads] };
}

/** As many GETs before HEAD as after it. */
async function sendRound(tools: Tools, each: number): Promise<HeadAndGet> {
  const { path } = tools.address();
  const seen = await tools.share(`head ${each}`, async () => {
    const gets: RawExchange[] = [];
    while (gets.length < each) gets.push(await tools.client.raw({ method: 'GET', path }));
    const head = await tools.client.raw({ method: 'HEAD', path });
    while (gets.length < 2 * each) gets.push(await tools.client.raw({ method: 'GET', path, role: 'control' }));
    return { gets, heads: [head] };
  });
  for (const one of seen.gets) {
    assume(!http.hasStatus(one, 401, 403), 'refused', `GET returned ${one.answer?.status}`);
    assume(http.hasStatus(one, 200), 'setup', `GET returned ${one.answer?.status}`);
  }
  return seen;
}
