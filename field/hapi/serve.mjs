import Hapi from '@hapi/hapi';
import { addRoutes } from './routes.mjs';

const server = Hapi.server({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
addRoutes(server);
await server.start();
console.log(server.info.uri);
process.once('SIGTERM', async () => {
  await server.stop({ timeout: 500 });
  process.exit(0);
});
