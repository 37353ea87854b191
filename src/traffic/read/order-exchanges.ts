import { isSafeMethod } from '../../http/method-guard.js';
import type { RecordedMessagePair } from '../../model/traffic-exchange.js';

/** An exchange, and whether no request that may change something was under way at the same time. */
export type Ordered = RecordedMessagePair & { readonly isAlone: boolean };

/** Exchanges that are held back so that late ones find their place, by their number and their length in characters. */
const maxHeld = 256;
const maxLength = 8 * 1024 * 1024;

export async function* orderExchanges(
  recordings: readonly AsyncGenerator<RecordedMessagePair>[],
): AsyncGenerator<Ordered> {
  const held: RecordedMessagePair[] = [];
  let length = 0;
  /** When the latest write that was released ends, and when the latest exchange began. */
  let [writtenUntil, begun] = [0, 0];
  const release = (isEnd: boolean): Ordered => {
    const first = held.shift() as RecordedMessagePair;
    length -= measure(first);
    const isKnown = first.startedAt >= begun && (isEnd || (held.at(-1)?.startedAt ?? 0) >= first.endedAt);
    const isCrossed = held.some((one) => one.startedAt < first.endedAt && !isSafeMethod(one.method));
    const isAlone = isKnown && writtenUntil <= first.startedAt && !isCrossed;
    begun = Math.max(begun, first.startedAt);
    if (!isSafeMethod(first.method)) writtenUntil = Math.max(writtenUntil, first.endedAt);
    return { ...first, isAlone };
  };
  for await (const pair of mergeByStart(recordings)) {
    const at = held.findLastIndex((one) => one.startedAt <= pair.startedAt);
    held.splice(at + 1, 0, pair);
    length += measure(pair);
    while (held.length > maxHeld || (length > maxLength && held.length > 1)) yield release(false);
  }
  while (held.length > 0) yield release(true);
}

const measure = ({ content = '', answer }: RecordedMessagePair): number => content.length + (answer?.text.length ?? 0);

/** Merges recordings that are each in order, or nearly so. */
async function* mergeByStart(
  recordings: readonly AsyncGenerator<RecordedMessagePair>[],
): AsyncGenerator<RecordedMessagePair> {
  const heads = await Promise.all(recordings.map(async (source) => ({ source, next: await source.next() })));
  let open = heads.filter(({ next }) => !next.done);
  while (open.length > 0) {
    const first = open.reduce((one, other) => (other.next.value.startedAt < one.next.value.startedAt ? other : one));
    yield first.next.value;
    first.next = await first.source.next();
    if (first.next.done) open = open.filter((one) => one !== first);
  }
}
