import { createApp } from './app.mjs';

const { app, notes } = createApp({ isCorrect: process.argv.includes('--correct') });
for (let n = 1; n <= 3; n += 1)
  notes.set(`seed-${n}`, { id: `seed-${n}`, title: `Seed ${n}`, priority: n, text: 'kept' });
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
