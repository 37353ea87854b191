import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const { createStrapi } = createRequire(import.meta.url)('@strapi/strapi');

// Strapi writes beside its own sources: documents, types, uploads. So it is given a copy.
const appDir = await mkdtemp(join(tmpdir(), 'cms-'));
process.once('exit', () => rmSync(appDir, { recursive: true, force: true }));
for (const part of ['config', 'src', 'package.json'])
  await cp(join(here, part), join(appDir, part), { recursive: true });
await mkdir(join(appDir, 'public', 'uploads'), { recursive: true });
await symlink(join(here, 'node_modules'), join(appDir, 'node_modules'));
process.chdir(appDir);

process.env.STRAPI_TELEMETRY_DISABLED = 'true';
const strapi = await createStrapi({ appDir, distDir: appDir }).start();
const { accessKey } = await strapi
  .service('admin::api-token')
  .create({ name: 'audit', type: 'full-access', lifespan: null });
await cp(
  join(appDir, 'src/extensions/documentation/documentation/1.0.0/full_documentation.json'),
  process.env.DOCUMENT_FILE ?? join(appDir, 'openapi.json'),
);
console.log(`http://127.0.0.1:${strapi.server.httpServer.address().port}/api ${accessKey}`);
process.once('SIGTERM', async () => {
  await strapi.destroy();
  process.exit(0);
});
