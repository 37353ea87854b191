import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Application, inject } = require('@loopback/core');
const { defineCrudRepositoryClass, defineModelClass, Entity, juggler, ModelDefinition } =
  require('@loopback/repository');
const { RestComponent, RestServer } = require('@loopback/rest');
const { defineCrudRestController } = require('@loopback/rest-crud');

const id = { type: 'number', id: true, generated: true };
const text = { type: 'string', required: true };
const collections = {
  projects: ['Project', { id, title: text, budget: { type: 'number' } }],
  tasks: ['Task', { id, title: text, done: { type: 'boolean' }, projectId: { type: 'number', required: true } }],
  comments: ['Comment', { id, text, taskId: { type: 'number', required: true }, sentAt: { type: 'date' } }],
};

const app = new Application({
  rest: { port: Number(process.env.PORT ?? 0), host: '127.0.0.1', gracePeriodForClose: 1000 },
});
app.component(RestComponent);
const source = new juggler.DataSource({ name: 'db', connector: 'memory' });
const repositories = {};
for (const [name, [modelName, properties]] of Object.entries(collections)) {
  const definition = new ModelDefinition({ name: modelName, properties, settings: { strict: true } });
  const Model = defineModelClass(Entity, definition);
  const Repository = defineCrudRepositoryClass(Model);
  repositories[name] = new Repository(source);
  app.bind(`repositories.${name}`).to(repositories[name]);
  const Controller = defineCrudRestController(Model, { basePath: `/${name}` });
  inject(`repositories.${name}`)(Controller, undefined, 0);
  app.controller(Controller);
}

for (let index = 1; index <= 3; index++)
  await repositories.projects.create({ title: `Project ${index}`, budget: index * 100 });
for (let index = 1; index <= 30; index++)
  await repositories.tasks.create({ title: `Task ${index}`, done: false, projectId: (index % 3) + 1 });
for (let index = 1; index <= 4; index++)
  await repositories.comments.create({ text: `Comment ${index}`, taskId: index, sentAt: new Date(0) });

await app.start();
const server = await app.getServer(RestServer);
console.log(server.url);
process.once('SIGTERM', async () => {
  await app.stop();
  process.exit(0);
});
