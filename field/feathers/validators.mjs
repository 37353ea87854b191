import { Ajv, addFormats } from '@feathersjs/schema';

const formats = ['date-time', 'email'];

export const dataValidator = addFormats(new Ajv({}), formats);

export const queryValidator = addFormats(new Ajv({ coerceTypes: true }), formats);
