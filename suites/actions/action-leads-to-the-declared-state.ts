import {
  type Action,
  assume,
  type Collection,
  creatable,
  defineRule,
  findStatePath,
  held,
  inconclusive,
  integer,
  type Need,
  performable,
  readable,
  record,
  violated,
} from '#rule';
import { undecided } from './_performed.js';
import { reach, stateIn } from './_reach.js';

const nextOf = ({ states }: Collection, { name }: Action, state = ''): string | undefined =>
  states?.transitions[state]?.[name];

const leading: Need = {
  name: 'leading',
  reason: 'the state to which the action leads is not declared',
  enable: 'resources[].states.transitions',
  isMet: (subject) =>
    subject.kind === 'action' &&
    Object.keys(subject.collection.states?.transitions ?? {}).some((state) =>
      nextOf(subject.collection, subject.action, state),
    ),
};

export default defineRule({
  clause: 'ACT-04',
  level: 'SHOULD',
  family: 'convention',
  per: 'action',
  title: 'An action leads the item to the declared state',
  otherwise: 'An action left the item in another state than the declared one',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, performable, leading],
  assumes: ['creation/created-item-is-readable'],
  cases: 4,
  given: (bodies) => record({ body: bodies.body(), content: bodies.action(), turn: integer(0, 3) }),
  when: async ({ body, content, turn }, tools) => {
    const { collection } = tools;
    const item = await tools.items.create(body, { role: 'control' });
    const next = nextOf(collection, tools.action(), await reach(tools, item, turn));
    assume(next !== undefined, 'setup', 'the state to which the action leads from here is not declared');
    const performed = await tools.perform(item, tools.action(), { body: content });
    const shown = (look: typeof performed) => collection.states && stateIn(collection.states, look.answer?.json);
    const after = await item.getUntil((look) => shown(look) === next);
    return { performed, after, next, state: shown(after) };
  },
  then: ({ performed, after, next, state }, { collection: { states } }) => {
    const open = undecided(performed);
    if (open || state === next) return open ?? held;
    const known = Object.entries(states?.transitions ?? {}).flatMap(([from, to]) => [from, ...Object.values(to)]);
    if (!states || state === undefined || ![...known, ...states.terminal].includes(state))
      return inconclusive('setup', `the item is in no state that is declared: ${state ?? 'none is shown'}`);
    if (findStatePath(states, next, (other) => other === state))
      return inconclusive('setup', `the item went on to ${state} by itself`);
    return violated({ expected: { state: next }, actual: { state }, shows: [performed, after] });
  },
  proof: {
    violatedBy: ['cancelled-orders-stay-pending', 'payment-without-a-price-stays-pending'],
    silentIn: ['etags', 'put-204', 'version-counter', 'time-in-the-body', 'ids-integer'],
  },
});
