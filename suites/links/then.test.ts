import { exchange, testThen, under } from '../../test/support/then-table.fixture.js';
import state from './links-match-the-state.js';
import reachable from './offered-links-are-reachable.js';

const links = { in: 'body', pointer: '/_links', states: { open: { has: ['pay'], lacks: ['refund'] } } } as const;
const look = (...relations: string[]) =>
  exchange('GET', 200, { _links: Object.fromEntries(relations.map((name) => [name, { href: `/things/t1/${name}` }])) });

testThen(state, {
  valid: { 'the declared links': under({ collection: { links } }, { state: 'open', look: look('self', 'pay') }) },
  invalid: {
    'a declared link is missing': under({ collection: { links } }, { state: 'open', look: look('self') }),
    'a link that the state excludes': under({ collection: { links } }, { state: 'open', look: look('pay', 'refund') }),
  },
  ignored: { 'a state without declared links': under({ collection: { links } }, { state: 'paid', look: look() }) },
  irrelevant: { 'no links are declared': { state: 'open', look: look('pay') } },
});

const link = { relation: 'pay', target: '/things/t1/pay', isTemplated: false };
const found = (status: number) => exchange('OPTIONS /things/t1/pay', status);
testThen(reachable, {
  valid: { 'the target exists': { look: look('pay'), followed: [{ link, found: found(204), isNowhere: false }] } },
  invalid: {
    'the target does not exist': { look: look('pay'), followed: [{ link, found: found(404), isNowhere: true }] },
  },
  irrelevant: {
    'no link was followed': { look: look('pay'), followed: [{ link, found: undefined, isNowhere: false }] },
    'the item has no links': { look: look(), followed: [] },
  },
});
