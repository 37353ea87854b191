import { type Creation, type Exchange, type Finding, hasStatus, held, inconclusive, type Tools, violated } from '#rule';
import { findInList, type ItemCount, judgeItemCount } from './_count-items.js';

/** The outcome of an aborted creation that was sent again. */
export interface AbortedOutcome {
  /** The aborted request and the repetitions. */
  readonly sent: readonly Exchange[];
  readonly census: ItemCount;
  /** GET of the item that the last response names, where the list does not show it. */
  readonly look?: Exchange | undefined;
  /** Control where no item was created: whether such a creation succeeds and is listed when it is not aborted. */
  readonly isUsuallyMade?: boolean;
}

/** Reads the item that the last response names; where it names none, checks whether such creations usually succeed. */
export async function readOutcome(
  last: Creation,
  census: ItemCount,
  tools: Tools,
): Promise<Omit<AbortedOutcome, 'sent'>> {
  const { items, fresh } = tools;
  if (!census.isUnlisted) return { census };
  if (last.item) return { census, look: await last.item.getUntil((exchange) => hasStatus(exchange, 200)) };
  const control = await items.post(last.sent, { key: fresh.key(), marked: true, role: 'control' });
  const listed = await findInList(tools, [control]);
  return { census, isUsuallyMade: hasStatus(control.exchange, 200, 201) && (listed?.ids.length ?? 0) > 0 };
}

/** Violated when several items exist, or none: the named item must exist, and a valid creation must succeed in the end. */
export function judgeAborted({ sent, census, look, isUsuallyMade = false }: AbortedOutcome): Finding {
  const found = judgeItemCount(census, sent);
  if (found.verdict === 'violated' || !census.isUnlisted) return found;
  const last = sent.at(-1);
  const none = (actual: string, shows: readonly Exchange[]) => violated({ expected: 'one item', actual, shows });
  if (look && hasStatus(look, 404, 410))
    return none(`the response names an item for which GET returned ${look.answer?.status}`, [...sent, look]);
  if (last && isUsuallyMade && hasStatus(last, 400, 422))
    return none(`no item was created, and the repetition returned ${last.answer?.status}`, sent);
  return look && hasStatus(look, 200)
    ? held
    : inconclusive('setup', 'neither the responses nor the list show which items were created');
}
