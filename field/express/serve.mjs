import { createApp } from './app.mjs';
import { seed } from './seed.mjs';
import { createStore } from './store.mjs';

const store = createStore();
seed(store);

const app = createApp(store, {
  token: process.env.ORDERS_TOKEN ?? 'let-me-in',
  limit: Number(process.env.RATE_LIMIT ?? 100_000),
  windowMs: Number(process.env.RATE_WINDOW_MS ?? 60_000),
});
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
