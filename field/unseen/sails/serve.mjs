import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { Sails } = require('sails');
const appPath = mkdtempSync(join(tmpdir(), 'sails-'));
process.once('exit', () => rmSync(appPath, { recursive: true, force: true }));

const number = { type: 'number', autoIncrement: true };
const schema = { primaryKey: 'id', schema: true };
const model = (attributes) => ({ ...schema, attributes: { id: number, ...attributes } });

const sails = new Sails();
const port = Number(process.env.PORT ?? 0);
const app = await new Promise((resolve, reject) =>
  sails.lift(
    {
      appPath,
      port,
      explicitHost: '127.0.0.1',
      environment: 'development',
      log: { level: 'silent' },
      hooks: { grunt: false, session: false, orm: require('sails-hook-orm') },
      globals: false,
      models: { migrate: 'drop' },
      security: { cors: {}, csrf: false },
      datastores: { default: { adapter: require('sails-disk'), inMemoryOnly: true } },
      orm: {
        moduleDefinitions: {
          models: {
            owner: model({
              name: { type: 'string', required: true },
              email: { type: 'string', isEmail: true, required: true, unique: true },
              pets: { collection: 'pet', via: 'owner' },
            }),
            pet: model({
              name: { type: 'string', required: true },
              species: { type: 'string', isIn: ['cat', 'dog', 'bird'], required: true },
              weight: { type: 'number', min: 0, max: 100 },
              owner: { model: 'owner' },
              visits: { collection: 'visit', via: 'pet' },
            }),
            visit: model({
              day: { type: 'string', required: true },
              reason: { type: 'string' },
              pet: { model: 'pet', required: true },
            }),
          },
        },
      },
    },
    (error, lifted) => (error ? reject(error) : resolve(lifted)),
  ),
);

const { owner, pet, visit } = app.models;
for (const name of ['Ada', 'Ben', 'Cleo']) await owner.create({ name, email: `${name}@example.com` });
for (let index = 1; index <= 40; index++)
  await pet.create({ name: `Pet ${index}`, species: 'cat', weight: index, owner: (index % 3) + 1 });
for (let index = 1; index <= 5; index++)
  await visit.create({ day: `2026-01-0${index}`, reason: 'check-up', pet: index });

console.log(`http://127.0.0.1:${app.hooks.http.server.address().port}`);
process.once('SIGTERM', () => app.lower(() => process.exit(0)));
