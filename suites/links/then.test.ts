import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import hiddenActions from './actions-without-a-link-are-refused.js';
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

const attempt = (
  name: string,
  isOffered: boolean,
  status: number,
  more: { way?: string[]; after?: ReturnType<typeof look> } = {},
) => ({
  ...{ name, isOffered, way: [], after: undefined, look: look('self'), asked: exchange('POST', status) },
  ...more,
});
const changed = { after: exchange('GET', 200, { state: 'paid' }) };
const pay = attempt('pay', true, 201, changed);
const refusals = [attempt('refund', false, 409), attempt('close', false, 409)];
testThen(hiddenActions, {
  valid: {
    'actions without a link are refused': [pay, ...refusals],
    'a link that is offered is refused for another reason': [pay, ...refusals, attempt('ship', true, 422)],
  },
  invalid: {
    'an action without a link succeeds': [pay, ...refusals, attempt('pay', false, 201, { way: ['close'], ...changed })],
  },
  ignored: {
    'it changes nothing': [pay, ...refusals, attempt('pay', false, 201, { way: ['close'], after: look('self') })],
    'an action to which items never link before': [pay, ...refusals, attempt('note', false, 201, changed)],
    'it is accepted for later': [pay, ...refusals, attempt('pay', false, 202, changed)],
  },
  irrelevant: {
    'no action was performed with a link': [...refusals, attempt('pay', false, 201, changed)],
    'only one action was refused': [pay, attempt('refund', false, 409), attempt('pay', false, 201, changed)],
    'the content of an action may be wrong': [pay, ...refusals, attempt('ship', false, 400)],
    'there are no actions': [],
  },
});
