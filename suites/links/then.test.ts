import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import state from './links-match-the-state.js';
import reachable from './offered-links-are-reachable.js';

const links = { in: 'body', pointer: '/_links', states: { open: { has: ['pay'], lacks: ['refund'] } } } as const;
const look = (...relations: string[]) =>
  exchange('GET', 200, { _links: Object.fromEntries(relations.map((name) => [name, { href: `/things/t1/${name}` }])) });

const visit = (one: { state: string; look: ReturnType<typeof look> }) => ({
  visited: [{ item: item(), ...one }],
  unreached: undefined,
});
testThen(state, {
  valid: {
    'the declared links': under({ collection: { links } }, visit({ state: 'open', look: look('self', 'pay') })),
  },
  invalid: {
    'a declared link is missing': under({ collection: { links } }, visit({ state: 'open', look: look('self') })),
    'a link that the state excludes': under(
      { collection: { links } },
      visit({ state: 'open', look: look('pay', 'refund') }),
    ),
  },
  ignored: {
    'a state without declared links': under({ collection: { links } }, visit({ state: 'paid', look: look() })),
  },
  irrelevant: {
    'no links are declared': visit({ state: 'open', look: look('pay') }),
    'a state was not reached': under(
      { collection: { links } },
      { ...visit({ state: 'open', look: look('pay') }), unreached: 'the payment returned 409' },
    ),
  },
});

const link = { relation: 'pay', target: '/things/t1/pay', isTemplated: false };
const found = (status: number) => exchange('OPTIONS /things/t1/pay', status);
const following = (...followed: { link: typeof link; found?: ReturnType<typeof found>; isNowhere: boolean }[]) => ({
  visited: [{ look: look('pay'), followed: followed.map((one) => ({ found: undefined, ...one })) }],
  unreached: undefined,
});
testThen(reachable, {
  valid: { 'the target exists': following({ link, found: found(204), isNowhere: false }) },
  invalid: { 'the target does not exist': following({ link, found: found(404), isNowhere: true }) },
  irrelevant: {
    'no link was followed': following({ link, isNowhere: false }),
    'the item has no links': following(),
    'a state was not reached': {
      ...following({ link, found: found(204), isNowhere: false }),
      unreached: 'it was refused',
    },
  },
});
