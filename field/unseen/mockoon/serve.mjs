import { createRequire } from 'node:module';
import { createServer } from 'node:net';

const require = createRequire(import.meta.url);
const { MockoonServer } = require('@mockoon/commons-server');
const commons = createRequire(require.resolve('@mockoon/commons-server'))('@mockoon/commons');

const seeds = {
  users: (index) => ({ id: index, name: `User ${index}`, email: `u${index}@example.com` }),
  gadgets: (index) => ({ id: `g-${index}`, label: `Gadget ${index}`, owner: (index % 3) + 1, tags: ['new'] }),
};
const port =
  Number(process.env.PORT ?? 0) ||
  (await new Promise((found) => {
    const server = createServer().listen(0, () => {
      const { port: free } = server.address();
      server.close(() => found(free));
    });
  }));
const environment = commons.BuildEnvironment({ hasDefaultHeader: true, hasDefaultRoute: false, port });
for (const [name, build] of Object.entries(seeds)) {
  const id = `d-${name}`;
  const items = Array.from({ length: 14 }, (_, index) => build(index + 1));
  environment.data.push({ uuid: commons.generateUUID(), id, name, documentation: '', value: JSON.stringify(items) });
  const route = commons.BuildHTTPRoute(false);
  const response = { ...commons.BuildRouteResponse(), bodyType: 'DATABUCKET', databucketID: id, default: true };
  const crud = { ...route, type: 'crud', endpoint: name, responses: [response] };
  environment.routes.push(crud);
  environment.rootChildren.push({ type: 'route', uuid: crud.uuid });
}
environment.hostname = '127.0.0.1';
const server = new MockoonServer(environment, {
  environmentDirectory: '',
  enableAdminApi: false,
  disableTls: true,
  envVarsPrefix: 'MOCKOON_',
});
server.on('started', () => console.log(`http://127.0.0.1:${port}`));
server.on('error', (code, error) => console.error(code, error));
server.start();
process.once('SIGTERM', () => process.exit(0));
