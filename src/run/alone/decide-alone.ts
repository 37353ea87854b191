import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { TrialOutcome } from './trial-outcome.js';

/** Maximum number of named writes. */
const maxNamed = 3;

/**
 * Decides a trial that was not decided beside others, and was then run again alone. What is never seen alone, and was
 * seen while other trials were under way, was an effect of theirs: it is no violation of this rule. Where it ran beside others that
 * expect no effect, only what it showed alone counts.
 */
export function decideAlone(first: TrialOutcome, again: TrialOutcome, isExposed = false): TrialOutcome {
  const both = addUp(first, again);
  const { unrepeated } = first;
  const isDecided = again.verdict === 'held' || again.verdict === 'violated';
  if (isExposed && (first.verdict === 'held' || !isDecided)) return { ...again, ...both };
  if (first.cause !== 'not-reproduced') {
    if (!isDecided) return { ...first, ...both };
    return { ...again, ...both, notes: [first.cause === 'setup' ? preparedNote : disturbedNote, ...again.notes] };
  }
  if (again.verdict === 'violated' || again.cause === 'not-reproduced') return { ...again, ...both };
  const company = unrepeated?.company;
  if (again.verdict !== 'held' || company === undefined) return { ...first, ...both };
  return { ...again, ...both, notes: [describeInterference(company), ...again.notes] };
}

/** The requests of both runs, and after how many of them a violation was found. */
function addUp(first: TrialOutcome, again: TrialOutcome): Pick<TrialOutcome, 'requests' | 'foundAfter'> {
  const later = again.foundAfter === undefined ? undefined : first.requests + again.foundAfter;
  const foundAfter = first.foundAfter ?? later;
  return { requests: first.requests + again.requests, ...(foundAfter !== undefined && { foundAfter }) };
}

const preparedNote = 'its preparation failed while other checks were under way, and never when it ran alone';

const disturbedNote = 'undecided while other checks ran beside it, and decided when it ran alone';

/** Names what other trials wrote while the violation was seen. */
function describeInterference(between: readonly ObservedExchange[]): string {
  const named = between.slice(-maxNamed).map(({ method, path, n }) => `${method} ${path} (exchange ${n})`);
  const more = between.length - named.length;
  const sent = named.length === 0 ? '' : `; they sent ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `violated once while other checks were under way, and never when it ran alone${sent}`;
}
