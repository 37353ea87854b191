import { type Creation, type Exchange, type Finding, hasStatus, held, inconclusive, type Tools, violated } from '#rule';
import { type Census, judgeCensus, lookUp } from './_census.js';

/** What came of a torn creation that was sent again. */
export interface Aftermath {
  /** The torn request, and those that asked again. */
  readonly sent: readonly Exchange[];
  readonly census: Census;
  /** GET of what the last answer names, where the list does not show it. */
  readonly look?: Exchange | undefined;
  /** A control where nothing was made at all: whether such a creation succeeds when it is not torn, and is listed. */
  readonly isUsuallyMade?: boolean;
}

/** Looks for what the last answer names; where that is nothing, finds out what becomes of such creations usually. */
export async function lookFor(last: Creation, census: Census, tools: Tools): Promise<Omit<Aftermath, 'sent'>> {
  const { items, fresh } = tools;
  if (!census.isUnlisted) return { census };
  if (last.item) return { census, look: await last.item.getUntil((exchange) => hasStatus(exchange, 200)) };
  const control = await items.post(last.sent, { key: fresh.key(), marked: true, role: 'control' });
  const listed = await lookUp(tools, [control]);
  return { census, isUsuallyMade: hasStatus(control.exchange, 200, 201) && (listed?.ids.length ?? 0) > 0 };
}

/** Violated when several things stand, or none: what an answer names must be there, and a valid creation must succeed in the end. */
export function judgeTorn({ sent, census, look, isUsuallyMade = false }: Aftermath): Finding {
  const found = judgeCensus(census, sent);
  if (found.verdict === 'violated' || !census.isUnlisted) return found;
  const last = sent.at(-1);
  const none = (actual: string, shows: readonly Exchange[]) => violated({ expected: 'one thing', actual, shows });
  if (look && hasStatus(look, 404, 410))
    return none(`the answer names a thing, of which GET answers ${look.answer?.status}`, [...sent, look]);
  if (last && isUsuallyMade && hasStatus(last, 400, 422))
    return none(`nothing is made, and what is sent again is answered ${last.answer?.status}`, sent);
  return look && hasStatus(look, 200)
    ? held
    : inconclusive('setup', 'neither the answers nor the list tell what was made');
}
