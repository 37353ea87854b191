import { serve } from '@hono/node-server';
import { createApp } from './app.mjs';

const server = serve(
  { fetch: createApp().fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' },
  (address) => {
    console.log(`http://127.0.0.1:${address.port}`);
  },
);
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
