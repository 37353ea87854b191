import { createRoute, z } from '@hono/zod-openapi';
import { text } from './fields.mjs';
import { presentIssue } from './issues.mjs';
import { pageOf, pageQuery, respondWithPage } from './pages.mjs';
import { limitRate } from './rate-limit.mjs';
import { errors, ok } from './responses.mjs';
import { createRouter } from './router.mjs';
import { Issue } from './schemas.mjs';

export const search = createRouter();

search.openapi(
  createRoute({
    method: 'get',
    path: '/search',
    tags: ['issues'],
    summary: 'Find issues of all projects by a part of their title',
    middleware: [limitRate(20, 10)],
    request: { query: z.object({ q: text(1, 100), ...pageQuery }) },
    responses: { ...ok(pageOf('SearchPage', Issue)), ...errors(400, 429) },
  }),
  (c) => {
    const q = c.req.valid('query').q.toLowerCase();
    const found = [...c.get('store').issues.values()].filter(({ title }) => title.toLowerCase().includes(q));
    return respondWithPage(c, found, presentIssue);
  },
);
