import { memory } from '@feathersjs/memory';
import { getValidator, hooks } from '@feathersjs/schema';
import swagger from 'feathers-swagger';
import { dataValidator } from './validators.mjs';

const written = {
  email: { type: 'string', format: 'email' },
  name: { type: 'string', minLength: 1, maxLength: 80 },
};
const properties = { id: { type: 'number' }, ...written };

const userSchema = { $id: 'User', type: 'object', additionalProperties: false, required: ['id', 'email'], properties };
const userDataSchema = {
  $id: 'UserData',
  type: 'object',
  additionalProperties: false,
  required: ['email'],
  properties: written,
};
const userPatchSchema = { $id: 'UserPatch', type: 'object', additionalProperties: false, properties: written };

/** People: all of a service's methods, `update` too, and queries as the adapter takes them. */
export function users(app) {
  const validateData = hooks.validateData(getValidator(userDataSchema, dataValidator));
  app.use('users', memory({ paginate: { default: 10, max: 50 }, multi: false, startId: 1 }), {
    methods: ['find', 'get', 'create', 'update', 'patch', 'remove'],
    docs: swagger.createSwaggerServiceOptions({
      schemas: { userSchema, userDataSchema, userPatchSchema },
    }),
  });
  app.service('users').hooks({
    before: {
      create: [validateData],
      update: [validateData],
      patch: [hooks.validateData(getValidator(userPatchSchema, dataValidator))],
    },
  });
}
