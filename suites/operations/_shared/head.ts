import { assume, type Finding, type Tools } from '#rule';

type RawExchange = Awaited<ReturnType<Tools['client']['raw']>>;

/** HEAD and GET of one address, over separate sockets, because HTTP clients hide content that must not be there. */
export interface HeadAndGet {
  readonly gets: readonly RawExchange[];
  readonly heads: readonly RawExchange[];
}

/**
 * Sends GET, HEAD and GET, once for all rules. Where `judge` finds them in violation, sends them twice more at the address of this
 * case, in another order, and returns these alone: of two replicas that answer in turn, another one may have answered HEAD, and
 * the item of the first ones may be gone. Ends the case where a GET does not succeed.
 */
export async function sendHeadAndGet(tools: Tools, judge: (seen: HeadAndGet) => Finding): Promise<HeadAndGet> {
  const first = assumeGetsSucceed(await tools.share('head', () => sendRound(tools)));
  if (judge(first).verdict !== 'violated') return first;
  const [one, other] = [await sendRound(tools), await sendRound(tools)];
  return assumeGetsSucceed({ gets: [...one.gets, ...other.gets], heads: [...one.heads, ...other.heads] });
}

/** An odd number of requests: of two replicas, the other one begins the next round. */
async function sendRound({ address, client }: Tools): Promise<HeadAndGet> {
  const { path } = address();
  const get = await client.raw({ method: 'GET', path });
  const head = await client.raw({ method: 'HEAD', path });
  return { gets: [get, await client.raw({ method: 'GET', path, role: 'control' })], heads: [head] };
}

function assumeGetsSucceed(seen: HeadAndGet): HeadAndGet {
  for (const { answer } of seen.gets) {
    assume(answer?.status !== 401 && answer?.status !== 403, 'refused', `GET returned ${answer?.status}`);
    assume(answer?.status === 200, 'setup', `GET returned ${answer?.status}`);
  }
  return seen;
}
