import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createOrderPaths,
  orderSchema,
  serveListener,
} from '../../test/support/scripted-service.fixture.js';
import { openClient } from '../http/client.js';
import type { DeclaredService } from '../model/service/declared-service.js';
import type { Collection } from '../model/service/subject.js';
import { survey } from './survey.js';

const token = { authorization: 'Bearer right' };
const callers = { full: { headers: token, query: {} }, none: { headers: {}, query: {} } };
const list = createGet({ type: 'array', items: orderSchema });
const secured = (one: Collection | undefined) =>
  [one?.list, one?.create, one?.read, one?.replace, one?.patch, one?.remove].map((operation) => operation?.secured);

interface Guarding {
  /** Status without credentials by path; 200 with credentials. */
  readonly refused: Readonly<Record<string, number>>;
  readonly more?: Partial<DeclaredService>;
  readonly document?: ReturnType<typeof createDocument>;
}

const item = { put: {}, delete: {} };
const usual = createDocument(createOrderPaths({ get: list }, item));

async function surveyed({ refused, more = {}, document = usual }: Guarding) {
  const { baseUrl, asked } = await serveListener(({ url = '', headers }, response) => {
    const replies: Record<string, unknown> = {
      '/openapi.json': document,
      '/orders': [{ id: '1', note: 'n' }],
      '/orders/1': { id: '1', note: 'n' },
    };
    const status = headers.authorization === undefined ? (refused[url] ?? 200) : 200;
    const reply = replies[url];
    response.writeHead(reply === undefined ? 404 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? null));
  });
  const client = openClient({ baseUrl, callers });
  onTestFinished(() => client.close());
  const { collections, notes } = await survey(
    createDeclaredService(baseUrl, { hasCredential: true, callers, ...more }),
    client,
  );
  return { collection: collections[0], collections, notes, asked };
}

describe('requests without credentials', () => {
  it.each([401, 403])('and refused with %s is secured, and so are writes to what cannot be read', async (status) => {
    const { collection } = await surveyed({ refused: { '/orders': status, '/orders/1': status } });
    expect(secured(collection)).toEqual([true, undefined, true, true, undefined, true]);
    expect(collection).toMatchObject({ isSecured: true, callers: ['full', 'none', 'invalid'] });
    expect(collection?.facts.filter(({ about }) => about === 'secured')).toEqual([
      {
        about: 'secured',
        value: true,
        provenance: 'observed',
        evidence: `GET /orders without credentials: ${status}`,
      },
    ]);
  });

  it('and served is open', async () => {
    const { collection } = await surveyed({ refused: { '/orders/1': 401 } });
    expect(secured(collection)).toEqual([false, undefined, undefined, undefined, undefined, undefined]);
    expect(collection).toMatchObject({ isSecured: false, callers: ['full'] });
  });

  it('may be refused as a list, and served item by item', async () => {
    const { collection } = await surveyed({ refused: { '/orders': 401 } });
    expect(secured(collection)).toEqual([true, undefined, false, undefined, undefined, undefined]);
  });

  it.each([404, 500, 302])('and answered %s have no meaning', async (status) => {
    const { collection } = await surveyed({ refused: { '/orders': status } });
    expect(collection).toMatchObject({ callers: ['full'] });
    expect(collection?.isSecured).toBeUndefined();
  });
});

describe('where a profile names callers, but not what is public', () => {
  const declared = { hasCredential: false, identities: { full: {} }, publicPaths: undefined } as const;

  it('open reads are no fault, and writes require the credentials', async () => {
    const { collection, notes } = await surveyed({ refused: {}, more: declared });
    expect(secured(collection)).toEqual([false, true, false, true, undefined, true]);
    expect(collection).toMatchObject({ isSecured: true, callers: ['full', 'none', 'invalid'] });
    expect(notes.join()).toContain('GET /orders without credentials is answered');
  });

  it('reads that are refused are secured, as are writes', async () => {
    const { collection, notes } = await surveyed({ refused: { '/orders': 401, '/orders/1': 401 }, more: declared });
    expect(secured(collection)).toEqual([true, true, true, true, undefined, true]);
    expect(notes.join()).not.toContain('without credentials');
  });

  it('lists that cannot be asked are as open as the others', async () => {
    const nested = { get: createGet({ type: 'array', items: orderSchema }), post: {} };
    const document = createDocument({
      ...createOrderPaths({ get: list }, item),
      '/orders/{orderId}/lines': nested,
    });
    const { collections } = await surveyed({ refused: {}, more: declared, document });
    const lines = collections.find(({ path }) => path.endsWith('lines'));
    expect([lines?.list?.secured, lines?.create?.secured]).toEqual([false, true]);
  });
});

describe('no requests are sent without credentials', () => {
  const asking = createDocument(createOrderPaths({ get: { ...list, security: [{ token: [] }] } }));
  it.each<[string, Partial<Guarding>]>([
    ['where a document says so', { document: asking }],
    ['if a profile names callers, and what is public', { more: { identities: { full: {} }, publicPaths: ['/x'] } }],
    ['where there are none', { more: { hasCredential: false } }],
    ['what is public', { more: { publicPaths: ['/orders'] } }],
  ])('%s', async (_, guarding) => {
    const { asked } = await surveyed({ refused: {}, ...guarding });
    expect(asked.filter((line) => line === 'GET /orders')).toHaveLength(1);
  });

  it('for more than five collections', async () => {
    const names = Array.from({ length: 7 }, (_, n) => `/list${n}`);
    const document = createDocument(Object.fromEntries(names.map((path) => [path, { get: list }])));
    const anonymousUrls: string[] = [];
    const { baseUrl } = await serveListener(({ url = '', headers }, response) => {
      if (headers.authorization === undefined) anonymousUrls.push(url);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(url === '/openapi.json' ? document : [{ id: '1' }]));
    });
    const client = openClient({ baseUrl, callers });
    onTestFinished(() => client.close());
    await survey(createDeclaredService(baseUrl, { hasCredential: true, callers }), client);
    expect(anonymousUrls.sort()).toEqual(names.slice(0, 5));
  });
});
