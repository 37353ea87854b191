import { exchange, listing, testThen, under } from '../../test/support/then-table.fixture.js';
import type { Attempt } from './_shared/attempts.js';
import limited from './caller-without-rights-gets-403.js';
import listedPrivate from './listed-private-items-cannot-be-read-by-others.js';
import notFound from './private-items-are-not-found-by-others.js';
import notListed from './private-items-are-not-listed-for-others.js';
import notChanged from './private-items-cannot-be-changed-by-others.js';
import notRead from './private-items-cannot-be-read-by-others.js';
import readExpired from './reading-with-expired-credentials-answers-401.js';
import readInvalid from './reading-with-invalid-credentials-answers-401.js';
import readWithout from './reading-without-credentials-answers-401.js';
import references from './references-to-items-of-others-are-refused.js';
import postUnauthenticated from './unauthenticated-post-creates-nothing.js';
import challenge from './unauthenticated-request-gets-a-challenge.js';
import writeUnauthenticated from './unauthenticated-write-has-no-effect.js';
import postUnauthorised from './unauthorised-post-creates-nothing.js';
import writeUnauthorised from './unauthorised-write-has-no-effect.js';
import writeExpired from './writing-with-expired-credentials-answers-401.js';
import writeInvalid from './writing-with-invalid-credentials-answers-401.js';
import writeWithout from './writing-without-credentials-answers-401.js';
import wrongPassword from './wrong-password-answers-401.js';

const attempt = (name: string, isOnItem = true, carried?: Attempt['carried']): Attempt => ({
  ...{ name, isOnItem, ...(carried !== undefined && { carried }) },
  send: () => {
    throw new Error('then must send nothing');
  },
});
const get = attempt('GET of an item');
const list = attempt('GET of the collection', false);
const refusal = (status: number, control?: number, one = get) => [
  {
    attempt: one,
    asked: exchange('GET', status),
    control: control === undefined ? undefined : exchange('GET', control),
  },
];

/** Rows for rules about the status of one caller's requests. */
const statusRows = (wanted: 401 | 403) => ({
  valid: { 'all are refused': [...refusal(wanted), ...refusal(wanted, undefined, list)] },
  invalid: {
    'one of two succeeds': [...refusal(wanted), ...refusal(200, undefined, list)],
    'another refusal of the collection': refusal(400, 200, list),
  },
  irrelevant: {
    'no operation requires credentials': [],
    'the full caller is refused as well': refusal(400, 403),
    'the full caller gets no success': refusal(400, 400),
    'the item may be hidden': refusal(404, 200),
  },
  ignored: {
    'the profile declares that items are hidden': under({ dialect: { hideExistence: true } }, refusal(404, 200)),
  },
});
for (const rule of [readExpired, readInvalid, readWithout, writeExpired, writeInvalid, writeWithout])
  testThen(rule, statusRows(401));
testThen(limited, statusRows(403));

const sent = { note: 'a', size: 1 };
const before = exchange('GET', 200, { id: 't1', ...sent, seen: 1 });
const effect = (after: ReturnType<typeof exchange>, again?: ReturnType<typeof exchange>) => [
  { attempt: attempt('PUT of an item', true, { note: 'b' }), asked: exchange('PUT', 401), sent, before, after, again },
];

/** Rows for rules about the effect of refused writes. */
const effectRows = {
  valid: { 'the item is unchanged': effect(before) },
  invalid: {
    'the refused value is stored': effect(exchange('GET', 200, { id: 't1', note: 'b', size: 1, seen: 1 })),
    'the item is gone': effect(exchange('GET', 404)),
  },
  irrelevant: {
    'no request was refused': [],
    'a member that no client sends changed': effect(exchange('GET', 200, { id: 't1', ...sent, seen: 2 })),
    'a cache answered': effect(exchange('GET', 200, { id: 't1', note: 'b' }, { age: '3' })),
    'GET fails': effect(exchange('GET', 500)),
  },
};
for (const rule of [notChanged, writeUnauthenticated, writeUnauthorised]) testThen(rule, effectRows);

const post = { refused: exchange('POST /things', 401), mark: 'assay-1', isCurrent: true };

/** Rows for rules about a refused POST. */
const postRows = {
  valid: { 'the list shows other items only': { ...post, listing: listing([{ id: 't2', note: 'assay-2' }]) } },
  invalid: { 'the list shows the marker': { ...post, listing: listing([{ id: 't3', note: 'assay-1' }]) } },
  irrelevant: {
    'the list is not up to date': { ...post, listing: listing([]), isCurrent: false },
    'the list is too long': { ...post, listing: listing([], { isWhole: false }) },
  },
};
for (const rule of [postUnauthenticated, postUnauthorised]) testThen(rule, postRows);

const made = exchange('POST /things', 201, { id: 't1', note: 'assay-1' });
const own = exchange('GET /things', 200, [{ id: 't1', note: 'assay-1' }]);
testThen(notListed, {
  valid: {
    'the page shows other items': { made, own, asked: [exchange('GET /things', 200, [{ id: 't2' }])], mark: 'assay-1' },
    'the other tenant is refused': { made, own, asked: [exchange('GET /things', 403)], mark: 'assay-1' },
  },
  invalid: {
    'the second page shows the item': { made, own, asked: [exchange('GET /things', 200, []), own], mark: 'assay-1' },
  },
  irrelevant: { 'the list fails': { made, own, asked: [exchange('GET /things', 500)], mark: 'assay-1' } },
});

const secret = exchange('GET', 200, { id: 't1', note: 'assay-1' });
testThen(notRead, {
  valid: { '404': { made, mark: 'assay-1', own: secret, asked: exchange('GET', 404) } },
  invalid: {
    'the item is shown': { made, mark: 'assay-1', own: secret, asked: exchange('GET', 200, { note: 'assay-1' }) },
    'the same record without a marker is shown': {
      ...{ made, mark: 'assay-1', own: exchange('GET', 200, { amount: 3 }) },
      asked: exchange('GET', 200, { amount: 3 }),
    },
  },
  ignored: {
    'each tenant has an item at the URL': {
      made,
      mark: 'assay-1',
      own: secret,
      asked: exchange('GET', 200, { id: 't9' }),
    },
  },
});

const field = 'www-authenticate';
testThen(challenge, {
  valid: { 'a scheme with parameters': [exchange('GET', 401, {}, { [field]: 'Bearer realm="a"' })] },
  invalid: {
    'no field': [exchange('GET', 401)],
    'a parameter without a scheme': [exchange('GET', 401, {}, { [field]: 'realm="a"' })],
  },
  irrelevant: { 'no request returned 401': [] },
});

const found = exchange('GET /search', 200, { items: [{ id: 't1' }] });
const searched = (other: ReturnType<typeof exchange>) => ({
  ...{ id: 't1', made: exchange('POST /things', 201), own: found, other },
});
testThen(notFound, {
  valid: {
    'the search finds nothing': searched(exchange('GET /search', 200, { items: [] })),
    'the search is not permitted': searched(exchange('GET /search', 403)),
  },
  invalid: { 'the search shows the item': searched(found) },
  ignored: {
    'the search shows the text only': searched(exchange('GET /search', 200, { items: [], searched: 'about t1' })),
  },
  irrelevant: {
    'the search fails': searched(exchange('GET /search', 500)),
    'a cache answered': searched(exchange('GET /search', 200, { items: [{ id: 't1' }] }, { age: '2' })),
  },
});

const everyone = { full: exchange('GET', 200, []) };
testThen(wrongPassword, {
  valid: { '401': { ...everyone, asked: exchange('GET', 401) } },
  invalid: { 'the list is shown': { ...everyone, asked: exchange('GET', 200, []) } },
  irrelevant: {
    'the user is locked': { ...everyone, asked: exchange('GET', 403) },
    'the service refuses more attempts': { ...everyone, asked: exchange('GET', 429) },
    'a cache answers': { ...everyone, asked: exchange('GET', 200, [], { age: '7', 'x-cache': 'HIT' }) },
  },
});

const posted = (status: number) => exchange('POST /things', status);
const shownReference = exchange('GET', 200, { ownerId: 'o2' });
const reference = {
  ...{ pointer: '/ownerId', owned: exchange('GET', 200), hidden: exchange('GET', 404) },
  ...{ accepted: posted(201), refused: posted(422), foreign: posted(422), look: undefined, isStored: false },
};
const taken = { ...reference, foreign: posted(201), look: shownReference, isStored: true };
testThen(references, {
  valid: { 'it is refused as an unknown one': reference, 'it is forbidden': { ...reference, foreign: posted(403) } },
  invalid: { 'it is stored': taken },
  irrelevant: {
    'unknown references are accepted': { ...taken, refused: posted(201) },
    'a known reference is refused': { ...taken, accepted: posted(422) },
    'it is accepted and not stored': { ...taken, isStored: false },
    'the service failed': { ...reference, foreign: posted(500) },
  },
});

const owner = exchange('GET', 200, { id: 't1', size: 1 });
const leaks = (other: typeof owner) => ({
  page: exchange('GET', 200, [{ id: 't1' }]),
  theirs: exchange('GET', 200, []),
  asked: [{ own: owner, other }],
});
testThen(listedPrivate, {
  valid: { 'the other tenant gets 404': leaks(exchange('GET', 404)) },
  invalid: { 'the other tenant gets the item': leaks(owner) },
  noted: {
    'the URL shows the other tenant a different item': leaks(exchange('GET', 200, { id: 't1', size: 2 })),
  },
});
