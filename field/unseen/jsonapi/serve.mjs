import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const jsonApi = require('jsonapi-server');

const port = Number(process.env.PORT ?? 0);
jsonApi.setConfig({ protocol: 'http', hostname: '127.0.0.1', port, base: 'rest', meta: {} });
const id = (kind, index) => `00000000-0000-4000-8${kind}00-0000000000${String(index).padStart(2, '0')}`;
const range = (length) => Array.from({ length }, (_, index) => index + 1);
const define = (resource, attributes, examples) =>
  jsonApi.define({
    resource,
    handlers: new jsonApi.MemoryHandler(),
    attributes: { id: jsonApi.Joi.string().guid(), ...attributes },
    examples: examples.map((one) => ({ type: resource, ...one })),
  });
const { Joi } = jsonApi;
define(
  'teams',
  { name: Joi.string().required(), city: Joi.string() },
  range(3).map((index) => ({ id: id(1, index), name: `Team ${index}`, city: 'Bern' })),
);
define(
  'players',
  { name: Joi.string().required(), number: Joi.number().integer(), team: Joi.one('teams') },
  range(14).map((index) => ({
    id: id(2, index),
    name: `Player ${index}`,
    number: index,
    team: { type: 'teams', id: id(1, (index % 3) + 1) },
  })),
);
jsonApi.start();
console.log(`http://127.0.0.1:${port}/rest`);
process.once('SIGTERM', () => process.exit(0));
