import type { ObservedExchange } from '../model/observed-exchange.js';
import { held, InconclusiveError, inconclusive, violated } from './finding.js';
import type { PassiveCheck } from './passive-check.js';
import { type DeclaredRule, firstVersion } from './rule.js';
import { constant } from './values/generators.js';

/** The parts of a passive rule. */
export type PassiveRuleParts = Pick<
  DeclaredRule,
  'clause' | 'level' | 'family' | 'title' | 'otherwise' | 'stage' | 'assumes' | 'silentIn'
> & { readonly since?: string; readonly observes: PassiveCheck };

/**
 * Declares a passive rule: it judges every exchange of the survey and of the run, whichever check sent it. What it finds
 * is repeated alone at the end of the run, shrunk, and reported for the operation of the request.
 *
 * @example
 * definePassiveRule({ clause: 'ERR-17', …, observes: {
 *   concerns: (exchange) => hasStatus(exchange, 405),
 *   findFlaw: ({ answer }) => getHeader(answer, 'allow') === undefined ? '405 without Allow' : undefined,
 *   expected: '405 with a field Allow',
 * } })
 */
export const definePassiveRule = (
  parts: PassiveRuleParts,
): DeclaredRule<null, ObservedExchange> & { readonly elsewhere?: never } => {
  const { concerns, findFlaw, expected } = parts.observes;
  return Object.freeze({
    since: firstVersion,
    ...parts,
    isPassive: true,
    per: 'service',
    touches: 'reads',
    watches: 'service',
    needs: [],
    given: () => constant(null),
    when: async () => {
      throw new InconclusiveError('no-usable-case', 'a passive rule sends nothing');
    },
    then(exchange, { dialect }) {
      if (!concerns(exchange)) return inconclusive('no-usable-case', 'the rule is not about this response');
      const actual = findFlaw(exchange, { dialect, declaredStatuses: [] });
      return actual === undefined ? held : violated({ expected, actual });
    },
  } satisfies DeclaredRule<null, ObservedExchange>);
};
