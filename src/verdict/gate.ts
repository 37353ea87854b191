import type { Waiver } from '../target/index.js';
import type { Report, Result } from './report.js';

/** What decides whether the gate opens, beside the results. */
export interface GateInput {
  readonly results: readonly Result[];
  readonly waivers: readonly Waiver[];
  readonly strict: boolean;
  /** ISO date on which waivers are judged. */
  readonly today: string;
  readonly endedEarly: string | undefined;
  /** Whether it ended early because the service was lost, or gave no usable answers any more. */
  readonly isLost?: boolean | undefined;
}

/** Opens or closes the gate, and says why. Verdicts are never changed here. */
export function gate(input: GateInput): Report['gate'] {
  const reasons = [...violations(input), ...waiverTroubles(input), ...emptiness(input)];
  return { open: reasons.length === 0, reasons, exit: exitOf(input, reasons.length === 0) };
}

/** The waiver that covers a result, if it is still good. */
export function waiverFor(
  result: Pick<Result, 'rule' | 'subject'>,
  waivers: readonly Waiver[],
  today: string,
): Waiver | undefined {
  return waivers.find((waiver) => isMeant(waiver, result) && !isExpired(waiver, today));
}

const isMeant = (waiver: Waiver, { rule, subject }: Pick<Result, 'rule' | 'subject'>) =>
  waiver.rule === rule && (waiver.subject === undefined || waiver.subject === subject);

const isExpired = ({ until }: Waiver, today: string) => until !== undefined && until < today;

function violations({ results, strict }: GateInput): string[] {
  const closing = results.filter(
    (result) => result.stage === 'stable' && result.waived === undefined && isClosing(result, strict),
  );
  return closing.map(
    ({ verdict, level, title, subject, cause, evidence }) =>
      `${verdict} ${level}: ${evidence?.summary ?? title} [${subject}]${cause ? ` (${cause})` : ''}`,
  );
}

function isClosing({ verdict, level, family }: Result, strict: boolean): boolean {
  if (level === 'MAY') return false;
  const isLaw = level === 'MUST' && family === 'convention';
  if (verdict === 'violated') return isLaw || (strict && (level === 'MUST' || family === 'convention'));
  return strict && verdict === 'inconclusive' && isLaw;
}

function waiverTroubles({ results, waivers, today }: GateInput): string[] {
  return waivers.flatMap((waiver) => {
    const name = `waiver of ${waiver.rule}${waiver.subject ? ` [${waiver.subject}]` : ''} (${waiver.where})`;
    if (isExpired(waiver, today)) return [`expired ${name}: it was good until ${waiver.until}`];
    const meant = results.filter((result) => isMeant(waiver, result));
    if (meant.length === 0) return [`stale ${name}: no such rule and subject in this run`];
    return meant.every(({ verdict }) => verdict === 'held') ? [`stale ${name}: the rule held`] : [];
  });
}

function emptiness({ results }: GateInput): string[] {
  const law = results.filter(({ level, family }) => level === 'MUST' && family === 'convention');
  const isDecided = law.some(({ verdict }) => verdict === 'held' || verdict === 'violated');
  return isDecided ? [] : ['nothing was decided: not one MUST of the convention was held or violated'];
}

function exitOf({ results, endedEarly, isLost }: GateInput, isOpen: boolean): Report['gate']['exit'] {
  if (endedEarly === 'interrupted') return 130;
  if (isLost) return 3;
  const tried = results.filter(({ verdict }) => verdict !== 'not-run' && verdict !== 'not-applicable');
  if (tried.length > 0 && tried.every(({ cause }) => cause === 'refused' || cause === 'no-answer')) return 3;
  if (results.some(({ verdict }) => verdict === 'errored')) return 4;
  return isOpen ? 0 : 1;
}
