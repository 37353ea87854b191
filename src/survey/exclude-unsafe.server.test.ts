import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  createPost,
  orderSchema,
  serveReplies,
  surveyDocument,
  textSchema,
} from '../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../model/json.js';
import { survey } from './survey.js';

const list = createGet({ type: 'array', items: orderSchema });
const done = { responses: { 204: {} } };
const whole = (path: string): JsonObject => ({
  [path]: { get: list, post: createPost(orderSchema) },
  [`${path}/{id}`]: {
    get: createGet(orderSchema),
    put: createPost(orderSchema),
    patch: createPost(orderSchema),
    delete: done,
  },
  [`${path}/{id}/retry`]: { post: done },
});
const served = (path: string) => ({ [`GET ${path}`]: [{ id: '1', note: 'a' }] });
const writes = ['create', 'replace', 'patch', 'remove'] as const;
const outside = (path: string, word: string) =>
  `${path}: no writes are sent: "${word}" may cause effects outside the service; to test it, use --allow-effects "POST ${path}"`;

describe('a collection with possible effects outside the service', () => {
  it.each([
    ['/emails', 'emails'],
    ['/webhooks', 'webhooks'],
    ['/push-notifications', 'notifications'],
    ['/v1/deployments', 'deployments'],
    ['/sms', 'sms'],
  ])('is read and never written to, on loopback too: %s', async (path, word) => {
    const { collections, notes } = await surveyDocument(createDocument(whole(path)), served(path), {
      isLoopback: true,
    });
    const [one] = collections;
    expect(one).toMatchObject({ path, list: { method: 'GET' }, read: { method: 'GET' }, actions: [] });
    expect(writes.filter((role) => one?.[role])).toEqual([]);
    expect(one?.facts.filter(({ about }) => (writes as readonly string[]).includes(about))).toEqual([]);
    expect(one?.withheld).toMatchObject({ roles: writes, enable: `--allow-effects "POST ${path}"` });
    expect(notes).toContain(outside(path, word));
  });

  it('is not written to if the profile only names it, like a profile of init', async () => {
    const resources = [{ name: 'mails', collection: '/emails', where: 'assay.yaml:1:1' }];
    const { collections } = await surveyDocument(createDocument(whole('/emails')), served('/emails'), { resources });
    expect(writes.filter((role) => collections[0]?.[role])).toEqual([]);
  });

  it('is written to if the profile declares its creation', async () => {
    const resources = [
      { name: 'mails', collection: '/emails/', create: { example: { note: 'a' } }, where: 'assay.yaml:1:1' },
    ];
    const { collections, notes } = await surveyDocument(createDocument(whole('/emails')), served('/emails'), {
      resources,
    });
    expect(writes.filter((role) => collections[0]?.[role])).toEqual([...writes]);
    expect(collections[0]?.actions).toHaveLength(1);
    expect(notes.filter((note) => note.includes('no writes are sent'))).toEqual([]);
  });

  it.each(['POST /emails', 'POST /emails/{id}/resend'])('is written to as far as %s is allowed', async (allowed) => {
    const paths = { ...whole('/emails'), '/emails/{id}/resend': { post: done } };
    const named = { allowedEffects: [allowed], isLoopback: true };
    const { collections, notes } = await surveyDocument(createDocument(paths), served('/emails'), named);
    const isCreation = allowed === 'POST /emails';
    expect(writes.filter((role) => collections[0]?.[role])).toEqual(isCreation ? [...writes] : []);
    // The creation does not imply what is done to an item.
    expect(collections[0]?.actions.map(({ name }) => name)).toEqual(isCreation ? ['retry'] : []);
    const refused = isCreation
      ? 'POST /emails/{id}/resend: not checked: "resend" may cause effects outside the service; to check it, use --allow-effects "POST /emails/{id}/resend"'
      : outside('/emails', 'emails');
    expect(notes).toContain(refused);
  });

  it('sends no writes to collections below it', async () => {
    const paths = { ...whole('/emails'), '/emails/{emailId}/copies': { get: list, post: createPost(orderSchema) } };
    const { collections, notes } = await surveyDocument(createDocument(paths), served('/emails'));
    expect(collections.map(({ path, create }) => [path, create?.method])).toEqual([
      ['/emails', undefined],
      ['/emails/{emailId}/copies', undefined],
    ]);
    expect(notes).toContain(
      '/emails/{emailId}/copies: no writes are sent: "emails" may cause effects outside the service; to test it, use --allow-effects "POST /emails/{emailId}/copies"',
    );
  });

  it('is not used as a parent', async () => {
    const copy = createObjectSchema({ id: textSchema, emailId: textSchema }, { required: ['emailId'] });
    const copies = { get: createGet({ type: 'array', items: copy }), post: createPost(copy) };
    const paths = { ...whole('/emails'), '/copies': copies, '/copies/{id}': { get: createGet(copy) } };
    const { collections } = await surveyDocument(createDocument(paths), { 'GET /emails': [], 'GET /copies': [] });
    expect(collections.find(({ path }) => path === '/copies')).toMatchObject({ parents: [], create: {} });
  });

  it.each(['/messages', '/payments', '/orders'])('is distinguished from %s', async (path) => {
    const { collections, notes } = await surveyDocument(createDocument(whole(path)), served(path), {
      isLoopback: true,
    });
    expect(writes.filter((role) => collections[0]?.[role])).toEqual([...writes]);
    expect(notes).toEqual([]);
  });

  it.each<[string, object]>([
    ['by following links', {}],
    ['by its name on the command line', { collections: ['/emails'] }],
  ])('is only read if it was found %s', async (_, more) => {
    const replies = { 'GET /': { emails: '/emails' }, ...served('/emails'), 'GET /emails/1': { id: '1', note: 'a' } };
    const { baseUrl, client } = await serveReplies(replies);
    const { collections, notes } = await survey(createDeclaredService(baseUrl, { isLoopback: true, ...more }), client);
    expect(collections[0]).toMatchObject({ list: {}, read: {} });
    expect(writes.filter((role) => collections[0]?.[role])).toEqual([]);
    expect(notes).toContain(outside('/emails', 'emails'));
  });
});

describe('omissions of the survey', () => {
  it('are operations whose words suggest effects, but not those of a collection without writes', async () => {
    const paths = {
      ...createOrderPaths(),
      ...whole('/emails'),
      '/emails/send': { post: createPost(orderSchema) },
      '/orders/{orderId}/notify': { post: done },
      '/jobs/stop': { get: createGet(orderSchema) },
    };
    const { omissions } = await surveyDocument(createDocument(paths), served('/orders'));
    const operation = (about: string, word: string, enable: string) => {
      return { what: 'operation', about, why: `"${word}" suggests effects`, enable };
    };
    expect(omissions).toEqual(
      expect.arrayContaining([
        operation('POST /emails/send', 'send', 'resources[].create'),
        operation('POST /orders/{orderId}/notify', 'notify', 'resources[].actions'),
        operation('GET /jobs/stop', 'stop', '--include'),
      ]),
    );
    expect(omissions).toHaveLength(3);
  });

  it('are parts of the document, with their number and the first', async () => {
    const paths = { ...createOrderPaths(), '/x': 7, '/y': { get: { $ref: '#/components/none' } } };
    const { omissions, documentSource } = await surveyDocument(createDocument(paths), served('/orders'));
    expect(omissions).toEqual([
      {
        what: 'parts',
        about: documentSource,
        why: '2 parts of the document are not used, the first: #/paths/~1x: 7 has no meaning here, and is left out',
        enable: '--openapi',
      },
    ]);
  });

  it('are documents that cannot be used; the survey goes on without', async () => {
    const replies = { 'GET /openapi.json': { openapi: '3.1.0' }, ...served('/orders'), 'GET /': { orders: '/orders' } };
    const { baseUrl, client } = await serveReplies(replies);
    const { omissions, notes, collections, document } = await survey(createDeclaredService(baseUrl), client);
    const about = `${baseUrl}/openapi.json`;
    expect(omissions).toEqual([{ what: 'document', about, why: 'describes no paths', enable: '--openapi' }]);
    expect(notes[0]).toBe(
      `OpenAPI document not used: ${about}: describes no paths; name a usable copy with --openapi FILE`,
    );
    expect(document).toBeUndefined();
    expect(collections.map(({ path }) => path)).toEqual(['/orders']);
  });

  it('no note calls a broken document missing', async () => {
    const { baseUrl, client } = await serveReplies({ 'GET /openapi.json': { openapi: '3.1.0' }, 'GET /': {} });
    const { notes } = await survey(createDeclaredService(baseUrl), client);
    expect(notes.at(-1)).toMatch(/^the operations of the service are unknown: the OpenAPI document cannot be used, /);
    expect(notes.join()).not.toContain('no OpenAPI document');
  });
});

describe('a search with POST', () => {
  const words = ['search', 'query', 'filter', 'count', 'export', 'stats', 'summary'];

  it.each(words.flatMap((word) => [`/${word}`, `/orders/${word}`, `/orders/_${word}`, `/orders:${word}`]))(
    'is not a creation: %s',
    async (path) => {
      const paths = { ...createOrderPaths(), [path]: { get: list, post: createPost(orderSchema) } };
      const { collections, notes } = await surveyDocument(createDocument(paths), served('/orders'));
      const posted = collections.filter(({ create, actions }) => create?.path === path || actions.length > 0);
      expect(posted).toEqual([]);
      expect(notes).toContain(`POST ${path}: not checked: it computes something and creates no item`);
    },
  );

  it('is not an action of an item', async () => {
    const paths = { ...createOrderPaths(), '/orders/{orderId}/export': { post: done } };
    const { collections, notes } = await surveyDocument(createDocument(paths), served('/orders'));
    expect(collections[0]?.actions).toEqual([]);
    expect(notes).toContain('POST /orders/{orderId}/export: not checked: it computes something and creates no item');
  });

  it('is a creation if items are below it', async () => {
    const paths = {
      '/filter': { post: createPost(orderSchema) },
      '/filter/{id}': { get: createGet(orderSchema), delete: done },
    };
    const { collections } = await surveyDocument(createDocument(paths));
    expect(collections[0]).toMatchObject({ path: '/filter', create: { method: 'POST' } });
  });

  it('is not guessed if a list was found', async () => {
    const replies = { ...served('/search'), 'GET /search/1': { id: '1', note: 'a' } };
    const { baseUrl, client } = await serveReplies(replies);
    const { collections, notes } = await survey(createDeclaredService(baseUrl, { collections: ['/search'] }), client);
    expect(writes.filter((role) => collections[0]?.[role])).toEqual([]);
    expect(notes).toContain(
      'POST /search: not checked: it computes something and creates no item; to test it, declare resources[].create',
    );
  });
});
