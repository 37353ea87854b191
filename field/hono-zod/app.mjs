import { bodyLimit } from 'hono/body-limit';
import { archivals } from './archivals.mjs';
import { authenticate } from './callers.mjs';
import { comments } from './comments.mjs';
import { issues } from './issues.mjs';
import { labels } from './labels.mjs';
import { members } from './members.mjs';
import { answerUnrouted } from './methods.mjs';
import { answerError, Problem } from './problems.mjs';
import { projects } from './projects.mjs';
import { createRouter } from './router.mjs';
import { search } from './search.mjs';
import { createStores } from './seed.mjs';
import { transfers } from './transfers.mjs';

/** An issue tracker for several companies. Everything is in memory. */
export function createApp() {
  const app = createRouter();
  app.onError(answerError);
  app.notFound(answerUnrouted(app));
  const onError = () => {
    throw new Problem(413, 'The content is longer than 100 kB.');
  };
  app.use('/v1/*', bodyLimit({ maxSize: 100_000, onError }));
  app.use('/v1/*', authenticate(createStores()));
  for (const part of [projects, archivals, transfers, labels, issues, comments, members, search])
    app.route('/v1', part);
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  });
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Trackline issue tracker', version: '1.4.0' },
    security: [{ apiKey: [] }],
  });
  return app;
}
