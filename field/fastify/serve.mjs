import { createApp } from './app.mjs';

const app = await createApp();
console.log(await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' }));
process.once('SIGTERM', async () => {
  await app.close();
  process.exit(0);
});
