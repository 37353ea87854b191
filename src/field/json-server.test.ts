import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { audit } from '../audit.js';
import { aim } from '../target/index.js';
import type { Report } from '../verdict/index.js';
import { startJsonServer, type Version } from './json-server.fixture.js';

/** What is said of a rule, by subject. The sections named beside it are those of docs/field-notes/json-server.md. */
type Said = Readonly<Record<string, string>>;

const both = (said: string): Said => ({ posts: said, comments: said });
const held = both('held');
const afterHead = both('inconclusive: assumption:safety/head-leaves-the-item-as-it-was');
const noAction: Said = { '-': 'not-applicable: need' }; // "What is not applicable"

/** A rule that is missing here is one whose verdicts nobody has checked by hand yet: check them before adding it. */
const alike: Readonly<Record<string, Said>> = {
  'absence/action-under-a-missing-item-answers-404': noAction,
  'absence/delete-of-a-missing-item-is-no-failure': held,
  'creation/identity-is-stable': held,
  'creation/made-is-readable': held,
  'creation/made-shows-what-was-sent': held,
  'creation/refused-post-makes-nothing': both('inconclusive: setup'), // "Nothing is refused"
  'creation/valid-post-answers-201': held,
  'honesty/a-failing-request-is-no-success': held, // "Nothing is refused"
  'honesty/no-content-means-no-content': both('inconclusive: no-usable-case'), // "DELETE answers 200"
  'honesty/success-carries-no-error': held,
  'honesty/success-carries-no-success-flag': held,
  'idempotency/delete-is-acknowledged': held, // "DELETE answers 200"
  'idempotency/delete-leaves-siblings-alone': held, // "Comments of no post"
  'idempotency/deleted-is-gone': held,
  'idempotency/deleted-leaves-the-collection': held,
  'idempotency/patch-changes-only-what-it-names': held,
  'idempotency/patch-is-acknowledged': held,
  'idempotency/put-is-acknowledged': held,
  'idempotency/put-replaces-the-whole': held,
  'idempotency/put-to-an-absent-item-is-honest': held,
  'idempotency/refused-patch-applies-nothing': both('inconclusive: setup'), // "Nothing is refused"
  'idempotency/refused-put-changes-nothing': both('inconclusive: setup'), // "Nothing is refused"
  'idempotency/repeated-delete-has-one-effect': held,
  'idempotency/repeated-patch-is-observed': held,
  'idempotency/repeated-put-has-one-effect': held,
  'idempotency/repeated-put-makes-nothing-more': held,
  'safety/get-leaves-the-collection-as-it-was': held,
  'safety/get-leaves-the-item-as-it-was': held,
  'safety/method-override-does-not-write': held,
  'safety/reading-an-action-does-not-perform-it': noAction,
  'safety/repeated-get-answers-the-same': held,
};

/** With a profile; without one, all but one line is the same: what the profile adds is in "What a profile adds". */
const verdicts: Readonly<Record<Version, Readonly<Record<string, Said>>>> = {
  v0: {
    ...alike,
    'absence/missing-item-answers-404': held,
    'creation/location-leads-to-the-item': held,
    'safety/head-answers-as-get': held,
    'safety/head-is-answered': held,
    'safety/head-leaves-the-item-as-it-was': held,
  },
  v1: {
    ...alike,
    'absence/missing-item-answers-404': afterHead, // "HEAD deletes"
    'creation/location-leads-to-the-item': both('violated'), // "201 without Location"
    'safety/head-answers-as-get': afterHead, // "HEAD deletes"
    'safety/head-is-answered': afterHead, // "HEAD deletes"
    'safety/head-leaves-the-item-as-it-was': both('violated'), // "HEAD deletes"
  },
};

/** All that is known of comments without a profile is broken at the mark or at the foreign key, or not at all. */
const unprofiled: Readonly<Record<string, Said>> = {
  'creation/refused-post-makes-nothing': { posts: 'inconclusive: setup', comments: 'inconclusive: no-usable-case' },
};

// json-server prints the stack of every body that it cannot read.
beforeAll(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each<Version>(['v0', 'v1'])('json-server %s', (version) => {
  const ways = [1, 2, 3].flatMap((seed) => [
    [seed, 'nothing but the URL', undefined] as const,
    [seed, 'a profile', `json-server-${version}.yaml`] as const,
  ]);

  it.concurrent.for(ways)('seed %i, %s', async ([seed, , profile], { expect }) => {
    const { report, before, after } = await audited(version, seed, { profile });
    expect(tableOf(report)).toEqual({ ...verdicts[version], ...(profile === undefined ? unprofiled : {}) });
    expect({ ...report.survey, collections: report.survey.collections.map(({ name }) => name) }).toMatchObject({
      collections: ['posts', 'comments'],
      contradictions: [],
      notes: profile === undefined ? ['/profile: not looked at: answers no list of objects'] : [],
    });
    expect(report.gate.exit).toBe(version === 'v0' ? 0 : 1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});

describe('what takes more to be seen', () => {
  it('"Comments of no post": json-server 0.17 removes more than what it is asked to', async ({ expect }) => {
    const only = ['idempotency/delete-leaves-siblings-alone'];
    const { report } = await audited('v0', 1, { profile: 'json-server-v0-orphans.yaml', only });
    expect(tableOf(report)['idempotency/delete-leaves-siblings-alone']).toEqual({ comments: 'violated' });
    expect(exchangesOf(report)).toEqual(['POST 201', 'POST 201', 'DELETE 200', 'GET 404']);
  });

  it('"HEAD deletes": the exchange that shows it in json-server 1', async ({ expect }) => {
    const { report } = await audited('v1', 1, { only: ['safety/head-leaves-the-item-as-it-was'] });
    expect(exchangesOf(report)).toEqual(['POST 201', 'GET 200', 'HEAD 200', 'GET 404']);
  });

  it.concurrent.for(['json-server-v1.yaml', undefined])(
    '"HEAD deletes": an audit that may only read costs json-server 1 one post and one comment, with profile %s',
    async (profile, { expect }) => {
      const { report, before, after } = await audited('v1', 1, { profile, permit: 'reads' });
      const table = tableOf(report);
      expect(table['safety/head-leaves-the-item-as-it-was']).toEqual(both('inconclusive: noise'));
      expect(table['safety/head-is-answered']).toEqual(afterHead);
      expect(table['safety/head-answers-as-get']).toEqual(afterHead);
      expect(before.posts.length - after.posts.length).toBe(1);
      expect(before.comments.length - after.comments.length).toBe(1);
    },
  );
});

interface Asking {
  readonly profile?: string | undefined;
  readonly only?: readonly string[];
  readonly permit?: 'reads';
}

/** Audits a server of its own. Ids of json-server 1 clash now and then ("Ids clash"); a case that this spoilt is not reproduced, and the audit repeated. */
async function audited(version: Version, seed: number, asking: Asking, tries = 3): Promise<Audited> {
  const once = await auditedOnce(version, seed, asking);
  const isSpoilt = version === 'v1' && once.report.results.some(({ cause }) => cause === 'not-reproduced');
  return isSpoilt && tries > 1 ? audited(version, seed, asking, tries - 1) : once;
}

interface Audited {
  readonly report: Report;
  readonly before: Stock;
  readonly after: Stock;
}

async function auditedOnce(version: Version, seed: number, { profile, ...asking }: Asking): Promise<Audited> {
  const server = await startJsonServer(version);
  try {
    const target = await aim({
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: {},
      baseUrl: server.url,
      ...(profile === undefined ? {} : { file: `profiles/${profile}` }),
      ...asking,
      // Side by side, trials would hit each other's things: "Ids are given out again".
      ...(version === 'v0' ? { concurrency: 1 } : {}),
    });
    const before = await stockOf(server.url);
    const report = await audit(target, { seed });
    return { report, before, after: await stockOf(server.url) };
  } finally {
    await server.close();
  }
}

interface Stock {
  readonly posts: readonly unknown[];
  readonly comments: readonly unknown[];
}

/** All that the server holds. */
async function stockOf(url: string): Promise<Stock> {
  const [posts, comments] = await Promise.all(
    ['posts', 'comments'].map(async (name) => (await fetch(`${url}/${name}`)).json() as Promise<unknown[]>),
  );
  return { posts: posts ?? [], comments: comments ?? [] };
}

/** Rule by rule and subject by subject: the verdict, and where there is one its cause. */
function tableOf({ results }: Report): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { rule, subject, verdict, cause } of results) {
    table[rule] = { ...table[rule], [subject]: cause === undefined ? verdict : `${verdict}: ${cause}` };
  }
  return table;
}

/** What the first violation rests on, in short. */
function exchangesOf({ results }: Report): string[] {
  const shown = results.find(({ verdict }) => verdict === 'violated')?.evidence?.exchanges ?? [];
  return shown.map(({ request, answer }) => `${request.method} ${answer?.status}`);
}
