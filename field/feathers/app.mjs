import express, { errorHandler, json, notFound, rest, urlencoded } from '@feathersjs/express';
import { feathers } from '@feathersjs/feathers';
import swagger from 'feathers-swagger';
import { messages } from './messages.mjs';
import { users } from './users.mjs';

/** The application, as `npm create feathers` lays it out, with feathers-swagger as its documentation has it. */
export function createApp({ isDocumented }) {
  const app = express(feathers());
  app.use(json());
  app.use(urlencoded({ extended: true }));
  app.configure(rest());
  if (isDocumented) {
    app.configure(swagger({ specs: { info: { title: 'Chat', description: 'Users and messages', version: '1.0.0' } } }));
  }
  app.configure(users);
  app.configure(messages);
  app.use(notFound());
  app.use(errorHandler({ logger: false }));
  return app;
}
