import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { type OpenClient, openClient } from '../../http/client.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { digestMarkers, digestMembers } from '../../ledger/markers.js';
import { createLedger, openLedger, type RunLedger } from '../../ledger/open-ledger.js';
import type { Purges } from '../../ledger/purge-steps.js';
import { LedgerError, readLedger } from '../../ledger/read-ledger.js';
import { clock, pause } from '../../model/clock.js';
import type { JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { listItemTemplates } from '../../model/service/subject-collections.js';
import {
  type ItemService,
  type ReceivedRequest,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';
import { type CleanLedgerResult, cleanUpLedger } from './clean-ledger.js';

useSteadyClock();

const operation = { path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const;
const readable: Collection = { ...testCollection, marker: '/name', read: { method: 'GET', ...operation } };
const mark = (word: string) => `assay-0123abcd-${word}`;
const bearsOf = (name: string, word: string) => digestMarkers({ name }, mark(word), { unique: [] });

type Stored = Map<string, JsonObject>;
const stock = ({ things: stored }: ItemService): Stored => stored as Stored;

interface Left extends ItemService {
  readonly file: string;
}

/** A service, and the ledger of a run that ended in the middle of it. */
async function left(
  write: (runLedger: RunLedger, stored: Stored) => void,
  instead?: (arrival: ReceivedRequest, n: number) => StubResponse | undefined,
  collection: Collection = readable,
): Promise<Left> {
  const service = await startItemService(instead);
  const file = join(createTemporaryFolder(), 'ledger.ndjson');
  const runLedger = openLedger(file, { runMark: '0123abcd', baseUrl: service.url, collections: [collection] });
  write(runLedger, stock(service));
  runLedger.close();
  return { ...service, file };
}

async function clean(
  { file, url }: Left,
  more: { purges?: Purges; isDry?: boolean; isFresh?: boolean; client?: OpenClient } = {},
): Promise<CleanLedgerResult> {
  const client = more.client ?? openClient({ baseUrl: url });
  onTestFinished(() => client.close());
  return cleanUpLedger({
    ...{ remains: readLedger(file), file, kit: '0', client, baseUrl: url, callers: ['none'] },
    isFresh: more.isFresh ?? false,
    purges: more.purges ?? {},
    isDry: more.isDry ?? false,
  });
}

/** Adds an item to ledger and quota, as after the response to its creation. */
function made(runLedger: RunLedger, stored: Stored, id: string, shown: JsonObject = { name: mark(id) }): LedgerEntry {
  const page = runLedger.openScope();
  const entry = page.intend('things', mark(id), { at: '/things' });
  page.recordCreated(entry, `/things/${id}`);
  stored.set(id, { ...shown, id });
  return entry;
}

const deleted = ({ arrived }: ItemService): string[] =>
  arrived.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

describe('an item that exists according to a ledger', () => {
  test('is removed, the newest first, and recorded in the ledger, so that a second cleanup removes nothing', async () => {
    const run = await left((runLedger, stored) => {
      for (const id of ['a', 'b', 'c']) made(runLedger, stored, id);
    });
    const { done, stayed } = await clean(run);
    expect(deleted(run)).toEqual(['/things/c', '/things/b', '/things/a']);
    expect([done.map(({ outcome }) => outcome), stayed]).toEqual([['removed', 'removed', 'removed'], []]);
    expect(readLedger(run.file)).toMatchObject({ things: [], doubts: [] });
  });

  test('is only listed in a dry run, and nothing unsafe is sent', async () => {
    const run = await left((runLedger, stored) => void made(runLedger, stored, 'a'));
    const before = readFileSync(run.file, 'utf8');
    const { done } = await clean(run, { isDry: true });
    expect(done).toEqual([{ path: '/things/a', outcome: 'to be removed' }]);
    expect([deleted(run), readFileSync(run.file, 'utf8')]).toEqual([[], before]);
  });

  test('without a response is found by its marker on later pages and removed; a creation without an item is dropped', async () => {
    const run = await left((runLedger, stored) => {
      const page = runLedger.openScope();
      page.intend('things', mark('arrived'), { at: '/things', bears: bearsOf(`x ${mark('arrived')}`, 'arrived') });
      page.intend('things', mark('never'), { at: '/things' });
      stored.set('t7', { id: 't7', name: `X ${mark('arrived')} ` });
      stored.set('t8', { id: 't8', name: 'of another client' });
    });
    const { done, stayed } = await clean(run);
    expect([[...run.things.keys()], stayed]).toEqual([['t8'], []]);
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['never created', 'removed']);
  });

  test('was not created by a repetition without a response if its list shows the item of the first request alone', async () => {
    const run = await left((runLedger, stored) => {
      const bears = bearsOf(`x ${mark('twice')}`, 'twice');
      const page = runLedger.openScope();
      page.recordCreated(page.intend('things', mark('twice'), { at: '/things', bears }), '/things/t1');
      page.intend('things', mark('twice'), { at: '/things', bears });
      stored.set('t1', { id: 't1', name: `x ${mark('twice')}` });
    });
    const { done, stayed } = await clean(run);
    expect([run.things.size, stayed]).toEqual([0, []]);
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['never created', 'removed']);
    expect(readLedger(run.file).things).toEqual([]);
  });

  test('was not created by one of two requests without a response if its list shows a single item for both', async () => {
    const run = await left((runLedger, stored) => {
      const bears = bearsOf(`x ${mark('twice')}`, 'twice');
      const page = runLedger.openScope();
      for (const _ of [1, 2]) page.intend('things', mark('twice'), { at: '/things', bears });
      stored.set('t1', { id: 't1', name: `x ${mark('twice')}` });
    });
    const { done, stayed } = await clean(run);
    expect([run.things.size, stayed]).toEqual([0, []]);
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['never created', 'removed']);
    expect(readLedger(run.file).things).toEqual([]);
  });

  test('may still appear where two requests got no response and a late list shows a single item', async () => {
    const bears = bearsOf(`x ${mark('twice')}`, 'twice');
    const run = await left(
      (runLedger, stored) => {
        const page = runLedger.openScope();
        for (const _ of [1, 2]) page.intend('things', mark('twice'), { at: '/things', bears });
        stored.set('t1', { id: 't1', name: `x ${mark('twice')}` });
      },
      undefined,
      { ...readable, listedAfterMs: 'never' },
    );
    const { stayed } = await clean(run, { isFresh: true });
    expect(stayed).toMatchObject([{ mayExist: true, why: expect.stringContaining('does not show new items') }]);
    expect(readLedger(run.file).things).toHaveLength(1);
  });

  test('is found by the marker of a PUT that gave it another address before the run was killed', async () => {
    const run = await left((runLedger, stored) => {
      const page = runLedger.openScope();
      const entry = page.intend('things', mark('moved'), {
        at: '/things',
        bears: bearsOf(`x ${mark('moved')}`, 'moved'),
      });
      page.recordCreated(entry, '/things/t1');
      page.recordMarkers(entry, bearsOf(`y ${mark('moved')}`, 'moved'));
      stored.set('t2', { id: 't2', name: `y ${mark('moved')}` });
    });
    const { stayed } = await clean(run);
    expect([[...run.things.keys()], stayed, deleted(run).at(-1)]).toEqual([[], [], '/things/t2']);
  });

  test('without a response may exist where the list does not show another item of the run either', async () => {
    const run = await left(
      (runLedger, stored) => {
        made(runLedger, stored, 'a');
        const page = runLedger.openScope();
        page.intend('things', mark('lost'), { at: '/things', bears: bearsOf(`x ${mark('lost')}`, 'lost') });
        stored.set('t7', { id: 't7', name: `x ${mark('lost')}` });
      },
      ({ method, path }) => (method === 'GET' && path === '/things' ? { status: 200, json: [] } : undefined),
    );
    const { stayed } = await clean(run);
    expect([...run.things.keys()]).toEqual(['t7']);
    expect(stayed).toMatchObject([{ mayExist: true, why: expect.stringContaining('does not show new items') }]);
  });

  describe('whose creation was sent just before the run was killed', () => {
    /** A run that is killed in its last creation, and a list that shows what that stored so many milliseconds later. */
    const killed = (lagMs: number, listedAfterMs?: Collection['listedAfterMs']) => {
      const shownAt = clock.now() + lagMs;
      return left(
        (runLedger, stored) => {
          const bears = bearsOf(`x ${mark('late')}`, 'late');
          runLedger.openScope().intend('things', mark('late'), { at: '/things', bears });
          stored.set('t1', { id: 't1', name: `x ${mark('late')}` });
        },
        ({ method, path }) =>
          method === 'GET' && path === '/things' && clock.now() < shownAt ? { status: 200, json: [] } : undefined,
        { ...readable, ...(listedAfterMs !== undefined && { listedAfterMs }) },
      );
    };

    test.each([undefined, 'never'] as const)(
      'may exist where its list was %s seen to show new items, and is removed by a later cleanup',
      async (listedAfterMs) => {
        const run = await killed(10_000, listedAfterMs);
        const { stayed, done } = await clean(run, { isFresh: true });
        expect([done, stayed]).toMatchObject([[], [{ mayExist: true, why: expect.stringContaining('the list') }]]);
        expect([run.things.size, readLedger(run.file).things.length]).toEqual([1, 1]);
        await pause(10_000);
        expect((await clean(run)).stayed).toEqual([]);
        expect([run.things.size, readLedger(run.file).things]).toEqual([0, []]);
      },
    );

    test('is found after the time in which its list showed new items before', async () => {
      const run = await killed(4_000, 4_500);
      expect((await clean(run, { isFresh: true })).stayed).toEqual([]);
      expect([run.things.size, readLedger(run.file).things]).toEqual([0, []]);
    });

    test('is not gone while reads do not show it yet', async () => {
      const shownAt = clock.now() + 2_000;
      const run = await left(
        (runLedger, stored) => void made(runLedger, stored, 'a'),
        ({ method }) => {
          if (clock.now() >= shownAt) return undefined;
          return method === 'GET' || method === 'DELETE' ? { status: 404, json: [] } : undefined;
        },
        { ...readable, consistency: { itemMs: 2_500, listMs: 2_500 } },
      );
      const { done, stayed } = await clean(run, { isFresh: true });
      expect([run.things.size, stayed, done.map(({ outcome }) => outcome)]).toEqual([0, [], ['removed']]);
    });
  });

  test('without marker and address is reported, and nothing is removed', async () => {
    const run = await left((runLedger, stored) => {
      runLedger.openScope().intend('things', mark('bare'), { at: '/things', isUnmarked: true });
      stored.set('t1', { id: 't1', name: '', size: 1 });
    });
    const { stayed } = await clean(run);
    expect(stayed).toMatchObject([{ why: expect.stringContaining('sent without a mark') }]);
    expect([deleted(run), run.things.size]).toEqual([[], 1]);
  });
});

describe('an item that quotes a marker belongs to another client', () => {
  const lost = (runLedger: RunLedger) =>
    runLedger
      .openScope()
      .intend('things', mark('lost'), { at: '/things', bears: bearsOf(`x ${mark('lost')}`, 'lost') });
  const quotes: JsonObject[] = [
    { name: `what is ${mark('lost')}?` },
    { name: `see x ${mark('lost')}` },
    { name: 'digest', latest: `x ${mark('lost')}` },
    { name: 'nested', latest: { name: `x ${mark('lost')}` } },
  ];

  test.each(quotes)('and stays, although it is first in the list: %j', async (quote) => {
    const run = await left((runLedger, stored) => {
      lost(runLedger);
      stored.set('q', { ...quote, id: 'q' });
      stored.set('t', { id: 't', name: `x ${mark('lost')}` });
    });
    expect((await clean(run)).stayed).toEqual([]);
    expect([...run.things.keys()]).toEqual(['q']);
  });

  test('and is reported if no other item shows it', async () => {
    const run = await left((runLedger, stored) => {
      lost(runLedger);
      stored.set('q', { name: `x ${mark('lost')}, edited`, id: 'q' });
    });
    expect((await clean(run)).stayed).toMatchObject([{ why: expect.stringContaining('it may be /things/q') }]);
    expect([...run.things.keys()]).toEqual(['q']);
  });

  test('if two items match, neither is removed and both are reported', async () => {
    const run = await left((runLedger, stored) => {
      lost(runLedger);
      for (const id of ['a', 'b']) stored.set(id, { id, name: `x ${mark('lost')}` });
    });
    expect((await clean(run)).stayed).toMatchObject([{ why: expect.stringContaining('/things/a and /things/b') }]);
    expect(run.things.size).toBe(2);
  });

  test('but two that were created with one marker are both removed', async () => {
    const run = await left((runLedger, stored) => {
      lost(runLedger);
      lost(runLedger);
      for (const id of ['a', 'b']) stored.set(id, { id, name: `x ${mark('lost')}` });
    });
    expect((await clean(run)).stayed).toEqual([]);
    expect(run.things.size).toBe(0);
  });
});

describe('an item sent without a marker', () => {
  const bare = (id: string, shown: JsonObject) =>
    left((runLedger, stored) => {
      const page = runLedger.openScope();
      const prints = digestMembers({ name: '', size: 3 }, mark('bare'));
      page.recordCreated(
        page.intend('things', mark('bare'), { at: '/things', isUnmarked: true, prints }),
        `/things/${id}`,
      );
      stored.set(id, { ...shown, id });
    });
  const uuid = 'b089b79b-7ff6-4de8-88b9-d1f17235b2ee';

  test.each(['ticket00013', 'INV20240001', '17', uuid])('is recognized by the content sent at %s', async (id) => {
    const own = await bare(id, { name: '', size: 3 });
    expect([(await clean(own)).stayed, own.things.size]).toEqual([[], 0]);
    const other = await bare(id, { name: 'of another client', size: 4 });
    expect([(await clean(other)).stayed.length, other.things.size]).toEqual([1, 1]);
  });
});

/** What clean removes where a run sent creations with one content below an item of the run, and these items are listed. */
async function cleanBelow(creations: number, listed: readonly string[]) {
  const below = { ...readable, path: '/owners/{ownerId}/things', itemPath: '/owners/{ownerId}/things/{id}' };
  const sent = { name: '', size: 7 };
  const removed: string[] = [];
  const stored = () => listed.filter((id) => !removed.includes(`/owners/o1/things/${id}`));
  const run = await left(
    (runLedger) => {
      const page = runLedger.openScope();
      page.recordCreated(page.intend('things', mark('owner'), { at: '/owners' }), '/owners/o1');
      for (let n = 1; n <= creations; n += 1) {
        const prints = digestMembers(sent, mark(`bare${n}`));
        page.intend('things', mark(`bare${n}`), { at: '/owners/o1/things', isUnmarked: true, prints });
      }
    },
    ({ method, path }) => {
      const [, , , , id] = (path.split('?')[0] ?? '').split('/');
      // An owner whose list has entries is not removed.
      if (method === 'DELETE' && path === '/owners/o1' && stored().length > 0) return { status: 409 };
      if (method === 'DELETE') removed.push(path);
      if (method === 'DELETE') return { status: 204 };
      if (removed.includes(path)) return { status: 404 };
      if (id !== undefined) return { status: 200, json: { ...sent, id } };
      if (path.startsWith('/owners/o1/things'))
        return { status: 200, json: stored().map((one) => ({ ...sent, id: one })) };
      return path === '/owners/o1' ? { status: 200, json: { id: 'o1', name: mark('owner') } } : undefined;
    },
    below,
  );
  const { stayed } = await clean(run);
  return { removed: removed.toSorted(), stayed: stayed.map(({ path }) => path) };
}

describe('items below an item of the run, sent without a marker', () => {
  test.each<[number, string[]]>([
    [1, ['u1']],
    [2, ['u1', 'u2']],
    [3, ['u1', 'u2']],
  ])('are recognized by their content: %i creations, and %j listed', async (creations, listed) => {
    expect(await cleanBelow(creations, listed)).toEqual({
      removed: ['/owners/o1', ...listed.map((id) => `/owners/o1/things/${id}`)],
      stayed: [],
    });
  });

  test('stay where the list shows more of them than the run sent', async () => {
    const { removed, stayed } = await cleanBelow(2, ['u1', 'u2', 'u3']);
    expect(removed).toEqual([]);
    expect(stayed).toEqual(
      expect.arrayContaining(['/owners/o1', expect.stringContaining('/owners/o1/things (marked')]),
    );
  });
});

describe('a reused address', () => {
  test('is not removed when its item has no marker of the run', async () => {
    const run = await left((runLedger, stored) => void made(runLedger, stored, '17', { name: 'of another client' }));
    const { stayed } = await clean(run);
    expect([deleted(run), run.things.size]).toEqual([[], 1]);
    expect(stayed).toMatchObject([
      { path: '/things/17', why: expect.stringContaining('neither the marker of this run') },
    ]);
  });

  test('is recognized by the last written content if a write removed the marker', async () => {
    const last = { name: 'other', size: 3 };
    const wrote = (shown: JsonObject) =>
      left((runLedger, stored) => {
        const entry = made(runLedger, stored, '17', shown);
        runLedger.openScope().recordWrite(entry, digestMembers(last, entry.mark));
      });
    const own = await wrote({ ...last, since: 'now' });
    expect((await clean(own)).stayed).toEqual([]);
    const other = await wrote({ ...last, size: 4 });
    expect((await clean(other)).stayed).toHaveLength(1);
    expect([own.things.size, other.things.size]).toEqual([0, 1]);
  });
});

describe('an obstacle to a removal', () => {
  test('of a parent are its children: its removal is repeated after theirs', async () => {
    const run = await left(
      (runLedger, stored) => {
        made(runLedger, stored, 'child');
        made(runLedger, stored, 'parent');
      },
      ({ method, path }) =>
        method === 'DELETE' && path === '/things/parent' && run.things.has('child') ? { status: 409 } : undefined,
    );
    expect((await clean(run)).stayed).toEqual([]);
    expect(deleted(run)).toEqual(['/things/parent', '/things/child', '/things/parent']);
  });

  test.each([412, 428])(
    'is a precondition (%i): the removal is repeated with the current entity tag',
    async (status) => {
      const tags: (string | undefined)[] = [];
      const run = await left(
        (runLedger, stored) => void made(runLedger, stored, 'a'),
        (arrival) => {
          const { method, path } = arrival;
          if (method === 'GET' && path === '/things/a' && run.things.has('a'))
            return { status: 200, headers: { etag: '"v7"' }, json: run.things.get('a') ?? null };
          if (method !== 'DELETE') return undefined;
          const tag = arrival.headers['if-match'];
          tags.push(typeof tag === 'string' ? tag : undefined);
          return tag === '"v7"' ? undefined : { status };
        },
      );
      expect((await clean(run)).stayed).toEqual([]);
      expect([tags, run.things.size]).toEqual([[undefined, '"v7"'], 0]);
    },
  );

  test.each([423, 503, 500])('is temporary (%i): the removal is repeated', async (status) => {
    let refused = 0;
    const run = await left(
      (runLedger, stored) => void made(runLedger, stored, 'a'),
      ({ method }) => {
        if (method !== 'DELETE' || refused > 0) return undefined;
        refused += 1;
        return { status };
      },
    );
    expect((await clean(run)).stayed).toEqual([]);
    expect(run.things.size).toBe(0);
  });

  test('remains and is reported with the reason each time', async () => {
    const run = await left(
      (runLedger, stored) => void made(runLedger, stored, 'a'),
      ({ method }) => (method === 'DELETE' ? { status: 405 } : undefined),
    );
    expect((await clean(run)).stayed).toEqual([{ path: '/things/a', why: 'DELETE returned 405' }]);
    expect((await clean(run)).stayed).toHaveLength(1);
  });

  test('a wrong 204: an item that still exists is reported', async () => {
    const run = await left(
      (runLedger, stored) => void made(runLedger, stored, 'a'),
      ({ method }) => (method === 'DELETE' ? { status: 204 } : undefined),
    );
    expect((await clean(run)).stayed).toMatchObject([{ why: expect.stringContaining('GET still returns it') }]);
    expect(readLedger(run.file).things).toHaveLength(1);
  });

  test('a bin: the purge of the profile removes this item from it', async () => {
    const purged: string[] = [];
    const soft: Collection = { ...readable, deletion: { mode: 'soft' } };
    const run = await left(
      (runLedger, stored) => void made(runLedger, stored, 'a'),
      ({ method, path, json }) => {
        if (method === 'DELETE' && path === '/things/a') return { status: run.things.has('a') ? 204 : 404 };
        if (!path.startsWith('/bin')) return undefined;
        purged.push(`${method} ${path} ${JSON.stringify(json)}`);
        stock(run).delete('a');
        return { status: 204 };
      },
      soft,
    );
    const purges: Purges = {
      things: [
        { method: 'POST', path: '/bin/opening', body: { ids: ['{id}'] } },
        { method: 'DELETE', path: '/bin/{id}' },
      ],
    };
    expect((await clean(run, { purges })).stayed).toEqual([]);
    expect(purged).toEqual(['POST /bin/opening {"ids":["a"]}', 'DELETE /bin/a undefined']);
  });

  test('is a 202 response: the run waits until the item is gone', async () => {
    let asked = 0;
    const run = await left(
      (runLedger, stored) => void made(runLedger, stored, 'a'),
      ({ method }) => {
        if (method === 'DELETE') return { status: 202 };
        if (asked > 2) stock(run).delete('a');
        asked += 1;
        return undefined;
      },
    );
    expect((await clean(run)).stayed).toEqual([]);
    expect([run.things.size, asked > 3]).toEqual([0, true]);
  });
});

describe('a ledger', () => {
  test('with an incomplete last line is read, and continued after that line', async () => {
    const run = await left((runLedger, stored) => void made(runLedger, stored, 'a'));
    writeFileSync(run.file, `${readFileSync(run.file, 'utf8')}{"intend":"thi`);
    expect((await clean(run)).stayed).toEqual([]);
    expect(readLedger(run.file).things).toEqual([]);
  });

  test('without lines, or with half a line, belongs to a run that created nothing', () => {
    const file = join(createTemporaryFolder(), 'ledger.ndjson');
    for (const text of ['', '{"schema":"assay-led']) {
      writeFileSync(file, text);
      expect(readLedger(file)).toMatchObject({ head: undefined, things: [] });
    }
  });

  test.each([
    ['of another version', '{"schema":"assay-ledger/9"}\n', 'this version of assay reads assay-ledger/1'],
    ['of no version', '{"intend":"things","mark":"x"}\n', 'is not an assay ledger'],
    ['that is something else', 'hello\n', 'is not an assay ledger'],
  ])('%s is refused', (_, text, why) => {
    const file = join(createTemporaryFolder(), 'ledger.ndjson');
    writeFileSync(file, text);
    expect(() => readLedger(file)).toThrow(LedgerError);
    expect(() => readLedger(file)).toThrow(why);
  });

  test('keeps creations with one marker until all are known to be gone', () => {
    const written: object[] = [];
    const lines = {
      writeNow: (line: object) => void written.push(line),
      writeSoon: (line: object) => void written.push(line),
    };
    const runLedger = createLedger(
      { ...lines, getProblem: () => undefined, close() {} },
      { purges: {}, known: new Map() },
    );
    const page = runLedger.openScope();
    const first = page.intend('things', 'm');
    page.intend('things', 'm');
    page.recordCreated(first, '/things/1');
    expect(runLedger.countStanding()).toBe(1);
    expect(written.filter((line) => 'gone' in line)).toEqual([]);
    page.recordGone(first);
    expect(written.filter((line) => 'gone' in line)).toHaveLength(2);
  });
});

test('an item that GET refuses to show is gone if the whole list does not show it, either', async () => {
  const refuse = ({ method, path }: ReceivedRequest): StubResponse | undefined =>
    method === 'GET' && path.startsWith('/things/') ? { status: 403 } : undefined;
  const service = await left((runLedger, stored) => {
    made(runLedger, stored, 'here');
    made(runLedger, stored, 'gone');
    stored.delete('gone');
  }, refuse);
  const { done, stayed } = await clean(service);
  expect([done, stayed.map(({ path }) => path)]).toEqual([
    [{ path: '/things/gone', outcome: 'already gone' }],
    ['/things/here'],
  ]);
});

test('an item that GET refuses to show is gone if only a later reading of the list is known to be whole', async () => {
  let reads = 0;
  const refuse = ({ method, path }: ReceivedRequest): StubResponse | undefined => {
    if (method === 'GET' && path.startsWith('/things/')) return { status: 403 };
    if (method !== 'GET') return undefined;
    reads += 1;
    // As many entries as pages usually have: the list may go on.
    const entries = Array.from({ length: 20 }, (_, n) => ({ id: `other${n}` }));
    return { status: 200, json: reads === 1 ? entries : [] };
  };
  const collection: Collection = { ...readable, pagination: { ...readable.pagination, style: 'unknown' } };
  const write = (runLedger: RunLedger, stored: Stored) => {
    made(runLedger, stored, 'gone');
    stored.delete('gone');
  };
  expect((await clean(await left(write, refuse, collection))).stayed).toEqual([]);
});

test('an address that is a secret stays in the ledger, and is redacted in what a cleanup says', async () => {
  const token = 'q8w7e6r5t4y3';
  const collection: Collection = { ...readable, itemPath: '/things/{token}', id: { pointer: '/token' } };
  const show = (arrival: ReceivedRequest): StubResponse | undefined =>
    arrival.method === 'GET' && arrival.path !== '/things' ? { status: 404 } : undefined;
  const service = await left((runLedger, stored) => void made(runLedger, stored, token), show, collection);
  expect(readFileSync(service.file, 'utf8')).toContain(`/things/${token}`);
  const client = openClient({ baseUrl: service.url });
  client.hideAddresses(listItemTemplates([collection]));
  const { done } = await clean(service, { client });
  expect(done.map(({ path }) => path)).toEqual(['/things/[redacted]']);
});

test('an item that stays is named once, at the address that a response named, not at one below its list', async () => {
  const { remove: _, read: __, ...listed } = readable;
  const page = await left(
    (runLedger, stored) => {
      const scope = runLedger.openScope();
      scope.recordCreated(
        scope.intend('things', mark('a'), { at: '/things', bears: bearsOf(mark('a'), 'a') }),
        '/lookup/a',
      );
      stored.set('a', { name: mark('a'), id: 'a' });
    },
    ({ path }) => (path.startsWith('/lookup/') ? { status: 404 } : undefined),
    listed,
  );
  const { stayed } = await clean(page);
  expect(stayed.map(({ path }) => path)).toEqual(['/lookup/a']);
});
