import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../src/model/result/report.js';
import { type AuditVariation, auditService } from '../../tools/field/audit-service.js';
import type { Mode } from '../../tools/field/service.js';
import { jsonServers } from '../../tools/field/services.js';
import type { Version } from '../../tools/field/start-json-server.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { listDeadEnds, listErrors } from './group-results.fixture.js';

useSteadyClock();

/** Expected verdicts by rule, with the subjects. The comments beside them name sections of field/json-server/README.md. */
type Verdicts = Readonly<Record<string, string>>;

const both = (said: string): Verdicts => ({ posts: said, comments: said });
const once = (said: string): Verdicts => ({ service: said });
const held = both('held');
const afterHeadSaid = 'inconclusive: assumption:safety/head-does-not-change-the-item';
const afterHead = both(afterHeadSaid); // "HEAD deletes items"
const afterFailures = both('inconclusive: assumption:responses/no-request-fails-each-time'); // "500 for unreadable input"
const items = (said: string): Verdicts => ({ '/posts/{id}': said, '/comments/{id}': said });
const lists = (said: string): Verdicts => ({ 'GET /posts': said, 'GET /comments': said });
const reads = (said: string): Verdicts => ({
  ...lists(said),
  ...{ 'GET /posts/{id}': said, 'GET /comments/{id}': said },
});
/** `/profile` is no collection, but a link leads to it. */
const view: Verdicts = { 'GET /profile': 'held' };
/** Where the collection stands for its list alone. */
const beyondLists: Verdicts = { 'GET /posts/{id}': 'held', 'GET /comments/{id}': 'held', ...view };
const addresses: Verdicts = { '/posts': 'held', '/comments': 'held', '/profile': 'held', ...items('held') };
const saying = (said: Verdicts, rules: readonly string[]): Readonly<Record<string, Verdicts>> =>
  Object.fromEntries(rules.map((rule) => [rule, said]));

/** The verdicts of a rule that is missing here were not checked by hand yet: check them before adding it. */
const alike: Readonly<Record<string, Verdicts>> = {
  ...saying(both('inconclusive: no-usable-case'), [
    'effects/refused-writes-add-nothing-to-any-list', // "Every object is accepted"
    'pagination/empty-result-is-an-empty-page',
  ]),
  // A comment has texts and a reference: nothing that can be zero, false or an empty list.
  ...saying({ posts: 'held', comments: 'inconclusive: no-usable-case' }, [
    'idempotency/patch-stores-empty-values',
    'idempotency/put-stores-empty-values',
  ]),
  // "Every object is accepted": a comment of an unknown post, too
  'validation/unknown-references-are-refused-by-put-and-patch': { comments: 'inconclusive: no-usable-case' },
  ...saying(afterFailures, ['validation/malformed-json-answers-400', 'validation/problem-details-are-well-formed']),
  'operations/problem-details-are-well-formed': items('inconclusive: no-usable-case'),
  // "500 for unreadable input"
  'responses/no-request-fails-each-time': Object.fromEntries(
    ['PATCH', 'PUT'].flatMap((method) =>
      Object.entries(items('violated')).map(([path, said]) => [`${method} ${path}`, said]),
    ),
  ),
  'responses/status-204-has-no-content': both('inconclusive: no-usable-case'), // "DELETE answers 200"
  // "Lists are not paged"
  ...saying(both('inconclusive: no-usable-case'), [
    'pagination/list-without-parameters-is-bounded',
    'pagination/maximum-page-size-is-kept',
  ]),
  'validation/malformed-content-is-not-a-server-error': both('violated'), // "500 for unreadable input"
  'validation/unsupported-method-answers-405': both('violated'), // "404 for an unsupported method"
  // "Paging parameters"
  ...saying(held, [
    'pagination/created-items-are-listed',
    'pagination/invalid-paging-values-are-not-a-server-error',
    'pagination/last-page-has-no-next-link',
    'pagination/next-link-works-unchanged',
    'pagination/page-size-is-honoured',
    'pagination/paging-ends',
    'pagination/paging-shows-every-item-once',
    'pagination/small-pages-show-what-large-pages-show',
  ]),
  ...saying(held, [
    'absence/delete-of-a-missing-item-answers-404',
    'caching/write-is-visible-in-the-list',
    'caching/write-is-visible-in-the-next-get',
    'creation/identity-is-stable',
    'creation/created-item-is-readable',
    'creation/created-item-has-the-sent-values',
    'creation/valid-post-answers-201',
    'effects/writing-an-item-keeps-the-others',
    'effects/writing-an-item-keeps-what-is-elsewhere',
    'idempotency/null-in-a-patch-removes-the-member',
    'idempotency/write-returns-what-get-returns',
    'responses/bodies-show-no-internals',
    'responses/success-has-no-error-in-the-body',
    'responses/success-has-no-success-flag',
    'idempotency/deleted-item-is-gone',
    'idempotency/deleted-item-is-not-listed',
    'idempotency/patch-changes-only-what-it-names',
    'idempotency/patch-is-acknowledged',
    'idempotency/patch-stores-what-was-sent',
    'idempotency/put-is-acknowledged',
    'idempotency/put-replaces-the-whole-item',
    'idempotency/put-stores-what-was-sent',
    'idempotency/put-to-a-missing-item-creates-it-or-fails',
    'idempotency/repeated-delete-has-one-effect',
    'idempotency/repeated-patch-is-observed',
    'idempotency/repeated-put-has-one-effect',
    'idempotency/repeated-put-creates-nothing-more',
    'replay/repeated-post-is-observed',
    'safety/get-does-not-change-the-collection',
    'safety/get-does-not-change-the-item',
    'safety/method-override-does-not-write',
    'validation/unusual-values-are-not-a-server-error',
    'validation/unusual-ids-in-writes-are-not-a-server-error',
  ]),
  'responses/failed-request-does-not-answer-success': held, // "Every object is accepted"
  'idempotency/delete-is-acknowledged': held, // "DELETE answers 200"
  'idempotency/delete-does-not-change-other-items': held, // "Comments without a post"
  'operations/errors-show-no-internals': items('held'),
  'operations/get-does-not-change-what-it-returns': view,
  'safety/repeated-get-returns-the-same': { ...held, ...lists('held'), ...view },
  'operations/safe-requests-are-not-a-server-error': addresses,
  'operations/statuses-are-registered': addresses,
  ...saying(once('held'), [
    'actions/paths-name-resources',
    'responses/content-matches-its-media-type',
    'responses/no-request-stops-the-service',
    'responses/no-success-reports-an-error',
    'responses/refused-request-has-no-effect',
  ]),
};

/** What is the same with a profile and without one. */
const verdicts: Readonly<Record<Version, Readonly<Record<string, Verdicts>>>> = {
  v0: {
    ...alike,
    // "Every object is accepted"
    'creation/refused-post-creates-nothing': {
      posts: 'inconclusive: setup',
      comments: expect.stringMatching(/^inconclusive: (setup|assumption:responses\/no-request-fails-each-time)$/),
    },
    ...saying(afterFailures, [
      'idempotency/refused-patch-applies-nothing',
      'idempotency/refused-put-changes-nothing',
      'validation/refused-request-stays-refused',
    ]),
    'validation/errors-show-no-internals': both('violated'), // "500 for unreadable input"
    'validation/forbidden-values-are-not-a-server-error': both('violated'), // "500 for unreadable input"
    'validation/unusual-ids-are-not-a-server-error': both('violated'), // "500 for unreadable input"
    'validation/unknown-media-type-answers-415': both('violated'), // "Any media type is accepted"
    ...saying(held, [
      'absence/missing-item-answers-404',
      'caching/changed-representation-does-not-answer-304',
      'caching/each-change-changes-the-entity-tag',
      'caching/removed-item-does-not-answer-304',
      'effects/reading-adds-nothing-to-any-list',
      'effects/reading-an-item-keeps-the-others',
      'validation/statuses-are-registered',
    ]),
    'caching/if-match-is-observed': once('held'),
    'caching/current-entity-tag-answers-304': { ...held, ...lists('held'), ...view },
    'operations/head-has-the-fields-of-get': { ...reads('held'), ...view },
    'safety/head-is-supported': { ...held, ...lists('held'), ...view },
    'safety/head-matches-get': { ...held, ...lists('held'), ...view },
    'creation/location-leads-to-the-item': held, // "201 without Location"
    'safety/head-does-not-change-the-item': held, // "HEAD deletes items"
    'validation/unusual-queries-are-not-a-server-error': { ...held, ...beyondLists }, // "500 for unreadable input"
    'validation/errors-have-one-shape': once('violated'), // "500 for unreadable input"
  },
  v1: {
    ...alike,
    ...saying(afterHead, [
      'absence/missing-item-answers-404',
      'effects/reading-adds-nothing-to-any-list',
      'effects/reading-an-item-keeps-the-others',
      'validation/statuses-are-registered',
    ]),
    'operations/head-has-the-fields-of-get': { ...reads(afterHeadSaid), ...view },
    ...saying({ ...afterHead, ...lists(afterHeadSaid), ...view }, [
      'safety/head-is-supported',
      'safety/head-matches-get',
    ]),
    ...saying(both('inconclusive: no-usable-case'), [
      'caching/changed-representation-does-not-answer-304',
      'caching/current-entity-tag-answers-304',
      'caching/each-change-changes-the-entity-tag',
      'caching/removed-item-does-not-answer-304',
    ]),
    'caching/if-match-is-observed': once('inconclusive: no-usable-case'),
    // "Every object is accepted"
    'creation/refused-post-creates-nothing': {
      posts: 'inconclusive: setup',
      comments: expect.stringMatching(/^inconclusive: (setup|no-usable-case)$/),
    },
    ...saying(both('inconclusive: setup'), [
      'idempotency/refused-patch-applies-nothing',
      'idempotency/refused-put-changes-nothing',
    ]),
    'creation/location-leads-to-the-item': both('violated'), // "201 without Location"
    'safety/head-does-not-change-the-item': both('violated'), // "HEAD deletes items"
    'validation/unusual-queries-are-not-a-server-error': { ...both('violated'), ...beyondLists }, // "500 for unreadable input"
    'validation/errors-show-no-internals': held, // "500 for unreadable input"
    'validation/forbidden-values-are-not-a-server-error': held, // "500 for unreadable input"
    'validation/unusual-ids-are-not-a-server-error': held, // "500 for unreadable input"
    'validation/refused-request-stays-refused': held, // "Every object is accepted"
    'validation/unknown-media-type-answers-415': held, // "Any media type is accepted"
    'validation/errors-have-one-shape': once('held'), // "500 for unreadable input"
  },
};

/** What a profile adds: see "What a profile adds". */
const profiled: Readonly<Record<Version, Readonly<Record<string, Verdicts>>>> = {
  v0: {
    'pagination/list-without-parameters-is-bounded': both('violated'), // "Lists are not paged"
    'pagination/minimal-items-are-listed': { posts: 'held' },
  },
  v1: {
    'pagination/list-without-parameters-is-bounded': both('violated'), // "Lists are not paged"
    'pagination/minimal-items-are-listed': { posts: 'held' },
    'pagination/page-links-lead-to-their-pages': both('inconclusive: no-usable-case'), // "Paging parameters"
    'pagination/total-counts-the-items': held,
  },
};

/** The first page links to /profile, whose operations are checked as well. */
function addLinkedPage(
  table: Readonly<Record<string, Verdicts>>,
  version: Version,
): Readonly<Record<string, Verdicts>> {
  const name = (subject: string, rules: readonly string[]) =>
    rules.map((rule) => [rule, { [subject]: 'held' }] as const);
  const added = [
    ...name('GET /profile', [
      ...(version === 'v0' ? ['caching/current-entity-tag-answers-304'] : []),
      'operations/get-does-not-change-what-it-returns',
      'operations/head-has-the-fields-of-get',
      'safety/head-is-supported',
      'safety/head-matches-get',
      'safety/repeated-get-returns-the-same',
      'validation/unusual-queries-are-not-a-server-error',
    ]),
    ...name('/profile', ['operations/safe-requests-are-not-a-server-error', 'operations/statuses-are-registered']),
  ];
  return { ...table, ...Object.fromEntries(added.map(([rule, page]) => [rule, { ...table[rule], ...page }])) };
}

// json-server prints the stack of every body that it cannot read.
beforeAll(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each<Version>(['v0', 'v1'])('json-server %s', (version) => {
  const ways = [
    ['url', 'seed 1, only the URL'],
    ['profile', 'seed 2 and a profile'],
  ] as const;

  it.concurrent.for(ways)('%s: %s', async ([mode], { expect }) => {
    const { report, before, after } = await audited(version, mode);
    expect(report.seed).toBe(mode === 'url' ? 1 : 2);
    const expected = { ...verdicts[version], ...(mode === 'profile' ? profiled[version] : {}) };
    expect(tableOf(report)).toEqual(addLinkedPage(expected, version));
    expect({ ...report.survey, collections: report.survey.collections.map(({ name }) => name) }).toMatchObject({
      collections: ['posts', 'comments'],
      contradictions: [],
      notes:
        mode === 'url' ? ['/profile: no collection: GET returned no list; its operations are checked one by one'] : [],
    });
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});

describe('violations that need a profile or one exchange by hand', () => {
  it('removes other items with a DELETE when comments have no post ("Comments without a post")', async ({ expect }) => {
    const only = ['idempotency/delete-does-not-change-other-items'];
    const { report } = await audited('v0', 'profile', { seed: 1, file: 'profiles/json-server-v0-orphans.yaml', only });
    expect(tableOf(report)['idempotency/delete-does-not-change-other-items']).toEqual({ comments: 'violated' });
    expect(exchangesOf(report)).toEqual(['POST 201', 'POST 201', 'DELETE 200', 'GET 404']);
  });

  it('deletes an item of json-server 1 when it receives HEAD ("HEAD deletes items")', async ({ expect }) => {
    const { report } = await audited('v1', 'url', { only: ['safety/head-does-not-change-the-item'] });
    expect(exchangesOf(report)).toEqual(['POST 201', 'GET 200', 'HEAD 200', 'GET 404']);
  });

  it.concurrent.for<Mode>(['profile', 'url'])(
    'deletes one post and one comment of json-server 1 when the audit has read permission ("HEAD deletes items"), mode %s',
    async (mode, { expect }) => {
      const { report, before, after } = await audited('v1', mode, { seed: 1, permit: 'reads' });
      const table = tableOf(report);
      expect(table['safety/head-does-not-change-the-item']).toEqual(both('inconclusive: noise'));
      const afterHeadOfItems = { ...afterHead, ...lists('held'), ...view };
      expect(table['safety/head-is-supported']).toEqual(afterHeadOfItems);
      expect(table['safety/head-matches-get']).toEqual(afterHeadOfItems);
      expect(before.posts.length - after.posts.length).toBe(1);
      expect(before.comments.length - after.comments.length).toBe(1);
    },
  );
});

/** Audits a new server. json-server 1 sometimes gives one id twice ("Duplicate ids"); an audit with a case that is not reproduced for that reason is repeated. */
async function audited(version: Version, mode: Mode, varied: AuditVariation = {}, tries = 3): Promise<Audited> {
  const { report, before, after } = await auditService(jsonServers[version], mode, varied);
  const isSpoilt = version === 'v1' && report.results.some(({ cause }) => cause === 'not-reproduced');
  return isSpoilt && tries > 1
    ? audited(version, mode, varied, tries - 1)
    : { report, before: byName(before), after: byName(after) };
}

interface Audited {
  readonly report: Report;
  readonly before: Items;
  readonly after: Items;
}

/** All items of the server. */
interface Items {
  readonly posts: readonly unknown[];
  readonly comments: readonly unknown[];
}

const byName = ([posts, comments]: readonly unknown[]): Items => ({ posts, comments }) as Items;

/** The verdict by rule and subject, with its cause if there is one; what is not applicable is left out ("What is not applicable"). */
function tableOf({ results }: Report): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { rule, subject, verdict, cause } of results) {
    if (verdict === 'not-applicable') continue;
    table[rule] = { ...table[rule], [subject]: cause === undefined ? verdict : `${verdict}: ${cause}` };
  }
  return table;
}

/** The exchanges of the first violation, as method and status. */
function exchangesOf({ results }: Report): string[] {
  const shown = results.find(({ verdict }) => verdict === 'violated')?.evidence?.exchanges ?? [];
  return shown.map(({ request, answer }) => `${request.method} ${answer?.status}`);
}
