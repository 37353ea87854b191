import { createApp } from './app.mjs';

const app = createApp({ isDocumented: !process.argv.includes('--undocumented') });
await seed(app);

const server = await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
if (!server.listening) await new Promise((done) => server.once('listening', done));
console.log(`http://127.0.0.1:${server.address().port}`);
process.once('SIGTERM', async () => {
  await app.teardown(server);
  process.exit(0);
});

async function seed(app) {
  for (let n = 1; n <= 12; n++) {
    await app.service('users').create({ email: `person${n}@example.com`, name: `Person ${n}` });
  }
  for (let n = 1; n <= 60; n++) {
    await app.service('messages').create({ text: `Message number ${n}`, userId: ((n - 1) % 12) + 1 });
  }
}
