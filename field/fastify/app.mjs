import swagger from '@fastify/swagger';
import Fastify from 'fastify';

const device = {
  type: 'object',
  required: ['model', 'watts'],
  additionalProperties: false,
  properties: {
    model: { type: 'string', minLength: 1, maxLength: 80 },
    watts: { type: 'integer', minimum: 0, maximum: 5000 },
    room: { type: 'string', maxLength: 60 },
  },
};
const shown = {
  type: 'object',
  required: ['name', ...device.required],
  properties: { name: { type: 'string' }, ...device.properties },
};
const params = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$' } },
};
const error = {
  type: 'object',
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
};

/** Devices, which the client names: PUT creates and replaces them. The document comes from the schemas of the routes. */
export async function createApp() {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });
  await app.register(swagger, { openapi: { openapi: '3.0.3', info: { title: 'Devices', version: '1.0.0' } } });
  const devices = new Map([
    ['lamp-1', { name: 'lamp-1', model: 'Lamp', watts: 9, room: 'hall' }],
    ['fan-2', { name: 'fan-2', model: 'Fan', watts: 45 }],
  ]);
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/devices', { schema: { response: { 200: { type: 'array', items: shown } } } }, async () => [
    ...devices.values(),
  ]);
  app.get('/devices/:name', { schema: { params, response: { 200: shown, 404: error } } }, async (request, reply) => {
    const found = devices.get(request.params.name);
    return found ?? reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'There is no such device.' });
  });
  app.put(
    '/devices/:name',
    { schema: { params, body: device, response: { 200: shown, 201: shown, 400: error } } },
    async (request, reply) => {
      const { name } = request.params;
      const isNew = !devices.has(name);
      const stored = { name, ...request.body };
      devices.set(name, stored);
      if (isNew) reply.code(201).header('location', `/devices/${name}`);
      return stored;
    },
  );
  app.delete(
    '/devices/:name',
    { schema: { params, response: { 204: { type: 'null' }, 404: error } } },
    async (request, reply) =>
      devices.delete(request.params.name)
        ? reply.code(204).send()
        : reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'There is no such device.' }),
  );
  return app;
}
