import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  createPost,
  createSilentService,
  orderSchema,
  type ScriptedReply,
  serveListener,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import { survey } from '../survey.js';

const array = { type: 'array', items: orderSchema };
const seen = (reply: ScriptedReply | undefined, schema: Parameters<typeof createGet>[0] = array) =>
  surveyDocument(
    createDocument(createOrderPaths({ get: createGet(schema) })),
    reply === undefined ? {} : { 'GET /orders': reply },
  );

describe('facts from the list', () => {
  it('is confirmed', async () => {
    const { collections, contradictions, notes } = await seen([{ id: '1' }, { id: '2' }]);
    expect(collections[0]?.facts).toContainEqual({
      about: 'entries',
      value: 2,
      provenance: 'observed',
      evidence: 'GET /orders',
    });
    expect([contradictions, notes]).toEqual([[], []]);
  });

  it('take precedence over the document', async () => {
    const { collections, contradictions } = await seen({ data: [{ id: '1' }], next: '/orders?page=2', total: 1 });
    expect(collections[0]?.pagination).toMatchObject({ items: '/data', next: '/next', total: '/total', style: 'link' });
    expect(contradictions).toEqual([
      {
        subject: 'orders',
        about: 'items',
        believed: { about: 'items', value: '/data', provenance: 'observed', evidence: 'GET /orders' },
        doubted: { about: 'items', value: '', provenance: 'described', evidence: '#/paths/~1orders/get' },
      },
    ]);
  });

  it('do not take precedence over the profile', async () => {
    const declared = {
      name: 'orders',
      collection: '/orders',
      where: 'p:1:1',
      pagination: { items: '/items' },
      id: { pointer: '/no' },
    };
    const { collections, contradictions } = await surveyDocument(
      createDocument(createOrderPaths()),
      { 'GET /orders': [{ id: '1' }] },
      { resources: [declared] },
    );
    expect(collections[0]).toMatchObject({ pagination: { items: '/items' }, id: { pointer: '/no' } });
    const seenOnes = contradictions.filter(({ doubted }) => doubted.provenance === 'observed');
    expect(seenOnes.map(({ about, believed }) => [about, believed.value])).toEqual([
      ['items', '/items'],
      ['id', '/no'],
    ]);
  });

  describe('are read from a page if the plain list is not as declared, and the parameter is known', () => {
    const declared = {
      name: 'orders',
      collection: '/orders',
      where: 'p:1:1',
      pagination: { items: '/data', params: { page: 'p' } },
    };
    const plain = { 'GET /orders': [{ id: '1' }, { id: '2' }] };

    it('and is as declared there', async () => {
      const replies = { ...plain, 'GET /orders?p=1': { data: [{ id: '1' }], total: 2 } };
      const { collections, contradictions } = await surveyDocument(createDocument(createOrderPaths()), replies, {
        resources: [declared],
      });
      expect(contradictions.filter(({ doubted }) => doubted.provenance === 'observed')).toEqual([]);
      expect(collections[0]?.pagination).toMatchObject({ items: '/data', total: '/total' });
      expect(collections[0]?.facts).toContainEqual({
        about: 'entries',
        value: 1,
        provenance: 'observed',
        evidence: 'GET /orders?p=1',
      });
    });

    it.each<[string, Record<string, ScriptedReply>]>([
      ['is not there either', { 'GET /orders?p=1': [{ id: '1' }] }],
      ['no answer', {}],
    ])('and %s', async (_, replies) => {
      const { contradictions } = await surveyDocument(
        createDocument(createOrderPaths()),
        { ...plain, ...replies },
        { resources: [declared] },
      );
      const seenOnes = contradictions.filter(({ doubted }) => doubted.provenance === 'observed');
      expect(seenOnes.map(({ about, doubted }) => [about, doubted.value])).toEqual([['items', '']]);
    });
  });

  it('finds the entries when the document does not describe them', async () => {
    const { collections, contradictions } = await seen({ results: [{ id: '1' }], count: 1 }, {});
    expect(collections[0]?.pagination).toMatchObject({ items: '/results', total: '/count' });
    expect(contradictions).toEqual([]);
  });

  it('shows pages linked by header', async () => {
    const { collections } = await seen({ raw: '[{"id":"1"}]', headers: { link: '</orders?page=2>; rel="next"' } });
    expect(collections[0]?.pagination.style).toBe('link');
  });

  it('corrects the id', async () => {
    const { collections, contradictions } = await seen([{ _id: 'x', note: 'a' }]);
    expect(collections[0]?.id.pointer).toBe('/_id');
    expect(contradictions.map(({ about, believed, doubted }) => [about, believed.value, doubted.value])).toEqual([
      ['id', '/_id', '/id'],
    ]);
  });

  it.each<[string, string[]]>([
    ['/data/id', []],
    ['/data/key', ['orders: entries have their id at /id, items at /data/key']],
  ])('does not take the id of an entry for that of an item in an envelope: %s', async (pointer, told) => {
    const declared = { name: 'orders', collection: '/orders', where: 'p:1:1', id: { pointer } };
    const replies = { 'GET /orders': [{ id: '1' }] };
    const { collections, notes } = await surveyDocument(createDocument(createOrderPaths()), replies, {
      resources: [declared],
    });
    expect(collections[0]?.id.pointer).toBe(pointer);
    expect(notes).toEqual(told);
  });

  it.each<[string, ScriptedReply | undefined, string]>([
    ['404', undefined, 'returned 404'],
    ['500', { raw: '', status: 500 }, 'returned 500'],
    ['an object', { a: 1 }, 'returned JSON that is not a page of entries'],
    ['texts', ['a'], 'returned JSON that is not a page of entries'],
    ['HTML', { raw: '<html></html>', headers: { 'content-type': 'text/html' } }, 'returned text/html, not JSON'],
    ['nothing', { raw: '' }, 'returned no content'],
  ])('contradicts the document: %s', async (_, reply, came) => {
    const { collections, contradictions } = await seen(reply);
    expect(collections[0]?.list).toBeDefined();
    expect(contradictions).toEqual([
      {
        subject: 'orders',
        about: 'list',
        believed: { about: 'list', value: 'GET /orders', provenance: 'described', evidence: '#/paths/~1orders/get' },
        doubted: { about: 'list', value: came, provenance: 'observed', evidence: 'GET /orders' },
      },
    ]);
  });

  it.each([401, 403])('is hidden: %s', async (status) => {
    const { contradictions, notes } = await seen({ raw: '', status });
    expect(contradictions).toEqual([]);
    expect(notes).toEqual([`GET /orders: returned ${status}; credentials with more rights would show more`]);
  });

  it('is at the target of a redirect that only adds a slash', async () => {
    const replies = {
      'GET /orders': { raw: '', status: 308, headers: { location: '/orders/' } },
      'GET /orders/': [{ id: '1' }],
    };
    const { collections, contradictions, notes } = await surveyDocument(createDocument(createOrderPaths()), replies);
    expect(collections[0]).toMatchObject({
      path: '/orders/',
      itemPath: '/orders/{id}',
      list: { path: '/orders/' },
      create: { path: '/orders/' },
    });
    expect(notes).toEqual(['/orders: redirects with 308 to /orders/, which is checked instead']);
    expect(contradictions).toEqual([]);
  });

  it('may have the next page at another host, to which no request is sent', async () => {
    const { notes } = await seen({ items: [{ id: '1' }], next: 'http://inner:8080/orders?page=2' });
    expect(notes).toEqual([
      '/orders: the link to the next page points to http://inner:8080; only its path is used, at the base URL',
    ]);
  });

  it('is unknown without an answer', async () => {
    const { baseUrl, client } = createSilentService();
    const resources = [{ name: 'orders', collection: '/orders', where: 'p:1:1' }];
    const { notes, collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections).toHaveLength(1);
    expect(notes[0]).toMatch(/^GET \/orders: no answer: ./);
  });
});

describe('a list without described paging', () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ id: String(n + 1), note: 'a' }));
  const pages = (path: string) => ({
    [`GET ${path}`]: many,
    [`GET ${path}?limit=1`]: many.slice(0, 1),
    [`GET ${path}?limit=2`]: many.slice(0, 2),
    [`GET ${path}?limit=1&offset=1`]: many.slice(1, 2),
    [`GET ${path}?limit=2&offset=1`]: many.slice(1, 3),
    [`GET ${path}?limit=1&offset=0`]: many.slice(0, 1),
  });

  it('is requested with paging parameters', async () => {
    const { collections, contradictions } = await surveyDocument(createDocument(createOrderPaths()), pages('/orders'));
    expect(collections[0]?.pagination).toMatchObject({ style: 'offset', params: { size: 'limit', offset: 'offset' } });
    expect(contradictions).toEqual([]);
  });

  it('is not requested with guessed parameters if the document names some', async () => {
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    const paths = createOrderPaths({ get: createGet(array, { parameters }) });
    const { collections } = await surveyDocument(createDocument(paths), pages('/orders'));
    expect(collections[0]?.pagination).toMatchObject({ style: 'page', params: { page: 'page' } });
  });

  it('uses the parameters of another list, and stops at the maximum', async () => {
    const names = Array.from({ length: 27 }, (_, n) => `/list${n}`);
    const lists = Object.fromEntries(names.map((path) => [path, { get: createGet(array) }]));
    const replies = Object.assign({}, ...names.map(pages));
    const { collections, notes } = await surveyDocument(createDocument(lists), replies);
    const styles = collections.map(({ pagination }) => pagination.style);
    expect(styles.filter((style) => style === 'offset')).toHaveLength(25);
    expect(notes).toEqual([
      '/list25 and 1 more: pagination was not explored, because there are too many lists; to have them paged through, declare pagination',
    ]);
  });
});

describe('many lists', () => {
  it('are read in parallel, and reported in their order', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `/list${n}`);
    const waiting: (() => unknown)[] = [];
    // Each request gets its response only after another request arrived: sequential requests would never end.
    const { baseUrl, client } = await serveListener(({ url }, response) => {
      if (!names.includes(url ?? '')) return response.writeHead(404).end();
      waiting.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
      if (waiting.length === 2) for (const answer of waiting.splice(0).reverse()) answer();
      return response;
    });
    const resources = names.map((path) => ({ name: path.slice(1), collection: path, where: 'p:1:1' }));
    const { collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections.map(({ path }) => path)).toEqual(names);
  });
});

describe('members that refer to another collection', () => {
  const integer = { type: 'integer' };
  const linked = async (member: string, schema: object, parentId: string | number = '7') => {
    const paths = {
      ...createOrderPaths({ post: createPost(createObjectSchema({ [member]: schema as never })) }),
      '/customers': { get: createGet({ type: 'array', items: createObjectSchema({ id: textSchema }) }) },
    };
    const { collections } = await surveyDocument(createDocument(paths), {
      'GET /customers': [{ id: parentId }],
      'GET /orders': [],
    });
    return collections[0]?.overrides;
  };

  it.each<[string, object, string | number, object]>([
    ['customerId', textSchema, '7', { '/customerId': '7' }],
    ['customer_id', integer, '7', { '/customer_id': 7 }],
    ['customer_id', integer, 7, { '/customer_id': 7 }],
    ['customerId', textSchema, 7, { '/customerId': '7' }],
    ['billingCustomerId', textSchema, '7', { '/billingCustomerId': '7' }],
    ['customerId', integer, 'a-b', {}],
    ['colourId', textSchema, '7', {}],
    ['paid', textSchema, '7', {}],
  ])('%s as %j of %j', async (member, schema, id, overrides) =>
    expect(await linked(member, schema, id)).toEqual(overrides),
  );

  it('are not changed when the profile declares them', async () => {
    const paths = {
      ...createOrderPaths({ post: createPost(createObjectSchema({ customerId: textSchema })) }),
      '/customers': { get: createGet({ type: 'array', items: createObjectSchema({ id: textSchema }) }) },
    };
    const resources = [
      { name: 'orders', collection: '/orders', where: 'p:1:1', create: { overrides: { '/customerId': 'mine' } } },
    ];
    const { collections } = await surveyDocument(
      createDocument(paths),
      { 'GET /customers': [{ id: '7' }], 'GET /orders': [] },
      { resources },
    );
    expect(collections[0]?.overrides).toEqual({ '/customerId': 'mine' });
  });
});
