import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload, handleEndpoints } from 'payload';

const folder = mkdtempSync(join(tmpdir(), 'payload-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.PAYLOAD_DISABLE_ADMIN = 'true';

const anyone = () => true;
const access = { create: anyone, read: anyone, update: anyone, delete: anyone };
const text = (name) => ({ name, type: 'text', required: true });
const to = (name, relationTo) => ({ name, type: 'relationship', relationTo, required: true });
const config = await buildConfig({
  secret: 'not secret',
  telemetry: false,
  logger: { options: { level: 'silent' } },
  typescript: { autoGenerate: false },
  db: sqliteAdapter({ client: { url: `file:${join(folder, 'data.db')}` }, push: true }),
  collections: [
    { slug: 'users', auth: true, fields: [] },
    { slug: 'categories', access, fields: [{ ...text('name'), unique: true }] },
    {
      slug: 'articles',
      access,
      fields: [
        text('title'),
        { name: 'status', type: 'select', options: ['open', 'closed'], defaultValue: 'open' },
        { name: 'views', type: 'number', min: 0 },
        to('category', 'categories'),
      ],
    },
    { slug: 'comments', access, fields: [text('text'), to('article', 'articles')] },
  ],
});

const payload = await getPayload({ config });
const seed = async (collection, count, build) => {
  for (let index = 1; index <= count; index++) await payload.create({ collection, data: build(index) });
};
await seed('categories', 3, (index) => ({ name: `Category ${index}` }));
await seed('articles', 14, (index) => ({ title: `Article ${index}`, views: index, category: 1 }));
await seed('comments', 4, (index) => ({ text: `Comment ${index}`, article: index }));

const server = createServer(async (incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    const body = hasBody ? Readable.toWeb(incoming) : undefined;
    const request = new Request(`http://${headers.host}${url}`, { method, headers, body, duplex: 'half' });
    const response = await handleEndpoints({ config, request });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(method === 'HEAD' ? undefined : Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    outgoing.writeHead(error instanceof TypeError ? 400 : 500).end();
  }
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/api`),
);
process.once('SIGTERM', () => process.exit(0));
