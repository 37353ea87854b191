import { Hono } from 'hono';
import { document } from './document.mjs';

/** A key-value store: values are JSON under a key that the client chooses. */
export function createApp() {
  const entries = new Map([
    ['greeting', { key: 'greeting', value: 'hello', tags: [] }],
    ['limit', { key: 'limit', value: '40', tags: ['config'] }],
  ]);
  const app = new Hono();
  app.get('/openapi.json', (c) => c.json(document));
  app.get('/entries/:key', (c) => {
    const found = entries.get(c.req.param('key'));
    return found ? c.json(found) : c.json({ error: 'There is no such key.' }, 404);
  });
  app.put('/entries/:key', async (c) => {
    const key = c.req.param('key');
    const content = await c.req.json().catch(() => undefined);
    if (content === undefined) return c.json({ error: 'The content is not JSON.' }, 400);
    const flaw = findFlaw(content);
    if (flaw) return c.json({ error: flaw }, 422);
    const isNew = !entries.has(key);
    entries.set(key, { key, value: content.value, tags: content.tags ?? [] });
    return c.json(entries.get(key), isNew ? 201 : 200);
  });
  app.delete('/entries/:key', (c) =>
    entries.delete(c.req.param('key')) ? c.body(null, 204) : c.json({ error: 'There is no such key.' }, 404),
  );
  return app;
}

function findFlaw(content) {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return 'The content must be an object.';
  const { value, tags = [] } = content;
  if (typeof value !== 'string') return 'value must be a string';
  if ([...value].length > 200) return 'value must have at most 200 characters';
  const isList = Array.isArray(tags) && tags.length <= 5 && tags.every((tag) => typeof tag === 'string');
  return isList ? undefined : 'tags must be a list of at most 5 strings';
}
