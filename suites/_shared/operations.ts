import { assume, type Exchange, type Finding, http, type Json, needs, type Tools } from '#rule';

export const calledByGet = needs.defineNeed('operation', {
  name: 'called by GET',
  reason: 'the operation is not a GET, or its words suggest effects',
  enable: '--include',
  isMet: ({ call }) => call.operation.method === 'GET' && call.spared === undefined,
});

/** Values for all parameters are known; the record of an action is there only after the action. */
export const knownAddress = needs.defineNeed('operation', {
  name: 'known address',
  reason: 'no value is known for a parameter of the address, or it could not be read in the survey',
  enable: 'resources[]',
  isMet: ({ call: { role, status = 200 }, resource }) =>
    role !== 'read record' &&
    Math.floor(status / 100) === 2 &&
    resource.values.every(({ source }) => source !== 'invented'),
});

/** What is unusual is not asked of the items that others have. */
export const noItem = needs.defineNeed('resource', {
  name: 'no item',
  reason: 'the address is that of an item, which others may have',
  enable: 'resources[]',
  isMet: ({ values }) => values.every(({ source }) => source !== 'entry' && source !== 'created'),
});

/** The address has a path parameter whose value can be replaced. */
export const addressWithParameter = needs.defineNeed('resource', {
  name: 'address with a parameter',
  reason: 'the last parameter of the path is no segment of its own',
  enable: 'resources[]',
  isMet: ({ name }) => /\{[^{}]+\}/.test(name.split('/').findLast((segment) => segment.includes('{')) ?? ''),
});

/** The pause before the last read, in milliseconds: long beside the time of one read. */
const pauseMs = 60;

/** Reads the address under test four times, once for all rules. Ends the case where the first read does not succeed. */
export async function readRepeatedly(tools: Tools) {
  const seen = await observeReads(tools);
  assumeReadable(seen.reads[0]);
  return seen;
}

/** Reads the address under test four times, once for all rules. */
export const observeReads = (tools: Tools) =>
  tools.share('reads', async () => {
    const { path } = tools.subject.address();
    const get = () => tools.client.send({ method: 'GET', path });
    const first = [await get(), await get(), await get()] as const;
    await http.pause(pauseMs);
    return { path, reads: [...first, await get()] as const };
  });

/** Ends the case where a read shows nothing that can be judged. */
export function assumeReadable(read: Exchange): void {
  const status = read.answer?.status;
  assume(!http.hasStatus(read, 401, 403), 'refused', `GET ${read.path} returned ${status}`);
  assume(http.hasStatus(read, 2), 'setup', `GET ${read.path} returned ${status}`);
}

/** Ends the case where an entry shows no id: it may be the item that seems to be missing in the list. */
export function assumeNamed(items: Tools['items'], { entries }: http.Listing): void {
  const mayBeAny = (entry: Json) => typeof entry === 'object' && items.readId(entry) === undefined;
  assume(!entries.some(mayBeAny), 'no-usable-case', 'entries of the list show no id');
}

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
async function sendRound({ subject, client }: Tools): Promise<HeadAndGet> {
  const { path } = subject.address();
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
