import { expect, test } from 'vitest';
import { issueWriteRecord } from '../../http/method-guard.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { EarnedContent } from './earned-content.js';
import { OthersWatch } from './watch-others.js';
import { WriteGuard } from './write-guard.js';

const operation = { path: '/things/{id}', provenance: 'declared', statuses: [], parameters: [] } as const;
const collection = {
  ...createBareCollection('things'),
  ...{ path: '/things', itemPath: '/things/{id}', read: { ...operation, method: 'GET' } as const },
};

/** What GET shows is asked for by opening this wire. */
const reading = {
  ...{ baseUrl: 'http://127.0.0.1', maxAtOnce: 1 },
  openWire: () => {
    throw new Error('it is read');
  },
};
const known = { runMark: '0a0b0c0d', document: undefined, seen: undefined, kept: undefined };
const watch = new OthersWatch({ ...reading, ...known, getAccepted: () => undefined, countStops: () => 0 });
const answering = { send: async (sent: object) => ({ ...sent, n: 1, answer: undefined }), spent: () => 0 };
const options = {
  ...{ ...reading, runMark: '0a0b0c0d', watch, earned: new EarnedContent(undefined) },
  ...{ excluded: undefined, purges: undefined, findCollection: () => collection },
  findRoute: () => ({ template: '/things', kind: 'collection', collection: 'things' }),
  hasCreated: (path) => path === '/things/own',
  hasRemoved: (): boolean => false,
} satisfies ConstructorParameters<typeof WriteGuard>[1];
const guard = new WriteGuard(answering as unknown as RequestMeter, options);

const create = (id: unknown) =>
  guard
    .openMeter()
    .send({ method: 'POST', path: '/things', content: JSON.stringify({ id }), record: issueWriteRecord(1) });

test.each<[string, unknown]>([
  ['half a character', '\ud800'],
  ['one with the marker of the run', 'assay-0a0b0c0d-x'],
  ['that of an own item', 'own'],
  ['none', undefined],
  ['an object', { a: 1 }],
])('an id in content is not read: %s', async (_, id) => {
  await expect(create(id)).resolves.toMatchObject({ n: 1 });
});

test.each(['7', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('any other one is read first: %s', async (id) => {
  await expect(create(id)).rejects.toThrow('it is read');
});

test.each(['/things/own/', '/things/own/about/', '/things/own/open'])(
  'an own item with an address like %s is not read',
  async (path) => {
    const itemPath = path.replace('own', '{id}').replace('/open', '');
    const full = new OthersWatch({ ...reading, ...known, getAccepted: () => undefined, countStops: () => 0 });
    const own = new WriteGuard(answering as unknown as RequestMeter, {
      ...options,
      watch: Object.assign(full, { hasOthers: () => true }),
      findCollection: () => ({ ...collection, itemPath }),
      findRoute: () => ({ template: path, kind: 'item', collection: 'things', id: 'own' }),
      hasCreated: (created) => created === itemPath.replace('{id}', 'own'),
    });
    const removal = { method: 'DELETE', path, record: issueWriteRecord(1) } as const;
    await expect(own.openMeter().send(removal)).resolves.toMatchObject({ n: 1 });
  },
);

test('DELETE has a query only where the service named that address for an item of the run', async () => {
  const own = new WriteGuard(answering as unknown as RequestMeter, {
    ...options,
    watch: Object.assign(new OthersWatch({ ...reading, ...known, getAccepted: () => undefined, countStops: () => 0 }), {
      hasOthers: () => true,
    }),
    findRoute: ({ path }) =>
      path.startsWith('/things/')
        ? { template: '/things/{id}', kind: 'item', collection: 'things', id: 'own' }
        : { template: '/things', kind: 'collection', collection: 'things' },
    hasCreated: (path) => path === '/things/own?tenant=7' || path === '/things?id=own',
  });
  const remove = (path: string) => own.openMeter().send({ method: 'DELETE', path, record: issueWriteRecord(1) });
  await expect(remove('/things/own?tenant=7')).resolves.toMatchObject({ n: 1 });
  await expect(remove('/things/own?tenant=8')).rejects.toThrow('a query may select other items');
  await expect(remove('/things?id=own')).rejects.toThrow('all items of the list');
});

test.each(['POST', 'GET'] as const)('%s is not sent to the template of a path', async (method) => {
  const asked = { method, path: '/things/{thingId}/parts', record: issueWriteRecord(1) };
  await expect(guard.openMeter().send(asked)).rejects.toThrow('no value is known for {thingId}');
  const filled = { ...asked, path: '/things/7/parts?filter={a}' };
  await expect(guard.openMeter().send(filled)).resolves.toMatchObject({ n: 1 });
});

test('content that turns on a switch of others is not sent', async () => {
  const shared = { ...collection, exclusive: ['/main'] };
  const careful = new WriteGuard(answering as unknown as RequestMeter, {
    ...{ ...reading, runMark: '0a0b0c0d', watch, earned: new EarnedContent(undefined) },
    ...{ excluded: undefined, purges: undefined, findCollection: () => shared },
    findRoute: () => ({ template: '/things', kind: 'collection', collection: 'things' }),
    hasCreated: () => true,
    hasRemoved: () => false,
  });
  const send = (main: boolean) =>
    careful
      .openMeter()
      .send({ method: 'POST', path: '/things', content: JSON.stringify({ main }), record: issueWriteRecord(1) });
  await expect(send(false)).resolves.toMatchObject({ n: 1 });
  await expect(send(true)).rejects.toThrow('/main may be true in one item only');
});

test.each([true, false])('the address of a removed item is read where other clients write: %s', async (isShared) => {
  const full = new OthersWatch({ ...reading, ...known, getAccepted: () => undefined, countStops: () => 0 });
  const own = new WriteGuard(answering as unknown as RequestMeter, {
    ...{ ...options, hasRemoved: (_, path) => path === '/things/own' },
    watch: Object.assign(full, { hasOthers: () => true, isShared: () => isShared }),
    findRoute: () => ({ template: '/things/{id}', kind: 'item', collection: 'things', id: 'own' }),
  });
  const sent = own.openMeter().send({ method: 'DELETE', path: '/things/own', record: issueWriteRecord(1) });
  await (isShared ? expect(sent).rejects.toThrow('it is read') : expect(sent).resolves.toMatchObject({ n: 1 }));
});

test('a list may have items of others where all that they had went while nothing was written', async () => {
  let reads = 0;
  const send = async ({ path }: { readonly path: string }) => {
    reads += 1;
    const json = reads === 1 ? [{ id: '7' }] : [];
    return { n: reads, method: 'GET', path, answer: { status: 200, headers: {}, text: '', json }, silence: undefined };
  };
  const wire = { send, trySend: send, for: () => wire };
  const openWire = () => wire as unknown as ReturnType<typeof reading.openWire>;
  const left = new OthersWatch({ ...reading, ...known, openWire, getAccepted: () => undefined, countStops: () => 0 });
  const list = { ...operation, method: 'GET', path: '/things' } as const;
  await left.record([{ ...collection, list }]);
  expect([left.hasOthers(), left.hasOthers('things'), left.isShared('things')]).toEqual([false, true, true]);
});
