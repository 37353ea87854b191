import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDeclaredService,
  type ScriptedService,
  serveListener,
} from '../../../test/support/scripted-service.fixture.js';
import { issueWriteRecord } from '../../http/method-guard.js';
import { getAtPointer, type Json } from '../../model/json.js';
import { survey } from '../survey.js';

const record = issueWriteRecord(1);

const seed = {
  posts: [
    { id: '1', title: 'a', views: 100 },
    { id: '2', title: 'b', views: 200 },
  ],
  comments: [{ id: '1', text: 'c', postId: '1' }],
  tags: [],
  profile: { name: 'p' },
};

const load = createRequire(import.meta.url);

function seedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'json-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify(seed));
  return file;
}

function versionZero(): Promise<ScriptedService> {
  const server = load('json-server-v0');
  const app = server.create();
  app.use(server.defaults({ logger: false }));
  app.use(server.router(seedFile()));
  return serveListener(app);
}

async function versionOne(): Promise<ScriptedService> {
  const module = 'json-server-v1/lib/app.js';
  const { createApp } = await import(module);
  const app = createApp({ data: structuredClone(seed), read: async () => {}, write: async () => {} });
  return serveListener(app.handler.bind(app) as RequestListener);
}

describe.each([
  ['json-server 0.17', versionZero],
  ['json-server 1', versionOne],
])('%s', (_, start) => {
  it('is understood without a declaration', async () => {
    const { baseUrl, client } = await start();
    const { collections, contradictions } = await survey(createDeclaredService(baseUrl), client);
    expect(contradictions).toEqual([]);
    expect(collections.map(({ name }) => name)).toEqual(['posts', 'comments', 'tags']);
    expect(collections[0]).toMatchObject({
      itemPath: '/posts/{id}',
      id: { pointer: '/id' },
      marker: '/title',
      create: {
        request: {
          schema: {
            properties: { title: { type: 'string' }, views: { type: 'integer' } },
            required: ['title', 'views'],
          },
        },
      },
    });
    expect(collections[1]).toMatchObject({ marker: '/text', overrides: { '/postId': '1' } });
    expect(collections[2]?.create).toBeUndefined();
  });

  it('accepts what the survey describes', async () => {
    const { baseUrl, client } = await start();
    const [posts] = (await survey(createDeclaredService(baseUrl), client)).collections;
    const headers = { 'content-type': posts?.create?.request?.mediaType ?? '' };
    const made = await client.send({
      record,
      method: 'POST',
      path: posts?.path ?? '',
      headers,
      content: '{"title":"x","views":1}',
    });
    expect(made.answer?.status).toBe(201);
    const id = String(getAtPointer(made.answer?.json as Json, '/id'));
    const itemPath = posts?.itemPath?.replace('{id}', id) ?? '';
    await client.send({ record, method: 'PATCH', path: itemPath, headers, content: '{"views":2}' });
    expect((await client.send({ method: 'GET', path: itemPath })).answer?.json).toEqual({ id, title: 'x', views: 2 });
  });
});
