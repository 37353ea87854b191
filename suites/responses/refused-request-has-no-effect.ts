import { definePassiveRule, type Exchange } from '#rule';

/**
 * A refused creation is searched in its list by its marker, and the item of another refused write is read before and
 * after it, whichever check sent it. Rules with cases of their own about single refusals share the clauses.
 */
export default definePassiveRule({
  clause: 'ERR-26',
  title: 'A refused request has no effect',
  otherwise: 'A refused request had an effect',
  // The item is read before and after it.
  assumes: ['safety/get-does-not-change-the-item', 'safety/first-read-keeps-the-item'],
  observes: {
    statuses: [4],
    findFlaw: ({ method, answer, effect }) => effect && describeEffect(method, answer, effect),
    expected: 'no item created, changed or removed by a request that returned 4xx',
    isAboutEffects: true,
    sharedClauses: ['CRE-04', 'PUT-05', 'PAT-03', 'RATE-04', 'ERR-19', 'AUTH-04', 'AUTH-06', 'CACHE-03', 'RES-06'],
  },
  silentIn: ['rate-limited', 'unique-reference', 'put-creates', 'time-in-the-body', 'normalising', 'hides-existence'],
});

type Observed = Parameters<Parameters<typeof definePassiveRule>[0]['observes']['findFlaw']>[0];

function describeEffect(method: string, answer: Exchange['answer'], { kind, after }: NonNullable<Observed['effect']>) {
  const refused = `${method} returned ${answer?.status}`;
  if (kind === 'created') return `${refused}, and the item exists`;
  if (kind === 'removed') return `${refused}, and the item is gone`;
  return `${refused}, and the item has its values: ${JSON.stringify(after)}`;
}
