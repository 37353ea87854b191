import { assume, conflictingBodies, creatable, defineRule, hasStatus, integer, record } from '#rule';
import { judgeConflict } from './_refusal.js';

/** The profile vouches for bodies that conflict with what is stored; they are sent as they are, and so cannot carry a mark. */
export default defineRule({
  clause: 'ERR-11',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A body that conflicts with what is stored answers 409',
  otherwise: 'A body that conflicts with what is stored was not answered 409',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, conflictingBodies],
  assumes: ['creation/valid-post-answers-201'],
  cases: 4,
  given: (bodies) => record({ body: bodies.body(), which: integer(0, 7) }),
  when: async ({ body, which }, { items, collection }) => {
    const { conflicts } = collection;
    const sent = conflicts[which % conflicts.length] ?? null;
    const control = await items.post(body, { role: 'control' });
    assume(hasStatus(control.exchange, 2), 'setup', `a valid POST was answered ${control.exchange.answer?.status}`);
    const { exchange } = await items.post(sent, { like: { ...control, sent } });
    return { asked: exchange };
  },
  then: ({ asked }, { dialect }) =>
    judgeConflict(
      { asked, why: 'the profile says that it conflicts', isDone: true, isRight: true, shows: [asked] },
      dialect,
    ),
  proof: {
    violatedBy: ['reserved-reference-is-accepted', 'reserved-reference-answers-400'],
    silentIn: ['unique-reference', 'conflict-422', 'put-204'],
  },
});
