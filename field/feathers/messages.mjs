import { BadRequest } from '@feathersjs/errors';
import { memory } from '@feathersjs/memory';
import { getValidator, hooks, querySyntax, resolve } from '@feathersjs/schema';
import swagger from 'feathers-swagger';
import { dataValidator, queryValidator } from './validators.mjs';

const written = { text: { type: 'string', minLength: 1, maxLength: 500 }, userId: { type: 'number' } };
const properties = { id: { type: 'number' }, ...written, createdAt: { type: 'string', format: 'date-time' } };

const messageSchema = {
  $id: 'Message',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'text', 'userId', 'createdAt'],
  properties,
};
const messageDataSchema = {
  $id: 'MessageData',
  type: 'object',
  additionalProperties: false,
  required: ['text', 'userId'],
  properties: written,
};
const messagePatchSchema = {
  $id: 'MessagePatch',
  type: 'object',
  additionalProperties: false,
  properties: { text: written.text },
};
const messageQuerySchema = {
  $id: 'MessageQuery',
  type: 'object',
  additionalProperties: false,
  properties: { ...querySyntax(properties) },
};

const stamped = resolve({ createdAt: async () => new Date().toISOString() });

/** A message is written by somebody who is there. */
async function writerExists({ app, data }) {
  await app
    .service('users')
    .get(data.userId)
    .catch(() => {
      throw new BadRequest('validation failed', [{ instancePath: '/userId', message: 'must be the id of a user' }]);
    });
}

/** What people say: the methods that the generator gives a service, which leave `update` out. */
export function messages(app) {
  app.use('messages', memory({ paginate: { default: 10, max: 50 }, multi: false, startId: 1 }), {
    methods: ['find', 'get', 'create', 'patch', 'remove'],
    docs: swagger.createSwaggerServiceOptions({
      schemas: { messageSchema, messageDataSchema, messagePatchSchema, messageQuerySchema },
    }),
  });
  app.service('messages').hooks({
    before: {
      all: [hooks.validateQuery(getValidator(messageQuerySchema, queryValidator))],
      create: [
        hooks.validateData(getValidator(messageDataSchema, dataValidator)),
        writerExists,
        hooks.resolveData(stamped),
      ],
      patch: [hooks.validateData(getValidator(messagePatchSchema, dataValidator))],
    },
  });
}
