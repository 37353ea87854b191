import { createRequire } from 'node:module';
import express from 'express';

const require = createRequire(import.meta.url);
const { describeEntity, Fields, InMemoryDataProvider, Validators } = require('remult');
const { remultApi } = require('remult/remult-express');

const entity = (name, fields) => {
  const type = { [name]: class {} }[name];
  describeEntity(type, name, fields, { allowApiCrud: true });
  return type;
};
const Project = entity('projects', {
  id: Fields.id(),
  title: Fields.string({ validate: Validators.required }),
  budget: Fields.number(),
});
const Task = entity('tasks', {
  id: Fields.id(),
  title: Fields.string({ validate: Validators.minLength(3) }),
  projectId: Fields.string(),
  priority: Fields.integer({ validate: Validators.range([1, 5]) }),
  done: Fields.boolean(),
  createdAt: Fields.createdAt(),
});
const Tag = entity('tags', {
  id: Fields.autoIncrement(),
  name: Fields.string({ validate: [Validators.required, Validators.unique] }),
});

const api = remultApi({
  entities: [Project, Task, Tag],
  dataProvider: new InMemoryDataProvider(),
  logApiEndPoints: false,
  initApi: async (remult) => {
    const projects = [];
    for (let index = 1; index <= 3; index++)
      projects.push(await remult.repo(Project).insert({ title: `Project ${index}`, budget: index * 100 }));
    for (let index = 1; index <= 14; index++) {
      const { id } = projects[index % 3];
      await remult.repo(Task).insert({ title: `Task ${index}`, projectId: id, priority: (index % 5) + 1, done: false });
      await remult.repo(Tag).insert({ name: `tag${index}` });
    }
  },
});
const app = express();
app.use(api);
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/api`),
);
process.once('SIGTERM', () => process.exit(0));
