import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.js';
import type { FieldService, StartOptions } from './service.js';
import { startJsonServer, type Version } from './start-json-server.js';
import { startProcess } from './start-process.js';
import { startStrapi } from './start-strapi.js';

const token = 'Bearer let-me-in';
const withToken = { headers: [`Authorization: ${token}`] };
const sendToken = () => ({ authorization: token });
const python = '/usr/bin/python3';

const start =
  (command: string, ...args: readonly string[]) =>
  ({ args: more = [], env = {} }: StartOptions = {}) =>
    startProcess(command, [...args, ...more], env);

const findMissingPackages = (): string | undefined =>
  existsSync(join(repositoryRoot, 'field/node_modules'))
    ? undefined
    : 'field/node_modules does not exist: run npm run field:install';

const findMissingFlask = (): string | undefined =>
  spawnSync(python, ['-c', 'import flask']).status === 0
    ? undefined
    : `${python} does not find flask: run .ci/install (Debian: python3-flask)`;

/** json-server, in this process. */
export const jsonServers: Readonly<Record<Version, FieldService>> = {
  v0: {
    name: 'json-server-v0',
    start: () => startJsonServer('v0'),
    lists: ['/posts', '/comments'],
    audits: { url: { seed: 1 }, draft: { seed: 1 }, profile: { seed: 2, file: 'profiles/json-server-v0.yaml' } },
  },
  v1: {
    name: 'json-server-v1',
    start: () => startJsonServer('v1'),
    lists: ['/posts', '/comments'],
    audits: { url: { seed: 1 }, draft: { seed: 1 }, profile: { seed: 2, file: 'profiles/json-server-v1.yaml' } },
  },
};

/** A FeathersJS application; `--undocumented` leaves its document out. */
export const feathers: FieldService = {
  name: 'feathers',
  start: start(process.execPath, 'field/feathers/serve.mjs'),
  lists: ['/users?$limit=50', '/messages?$limit=50'],
  paging: '$skip',
  audits: { url: { seed: 1 }, draft: { seed: 1 }, profile: { seed: 2, file: 'profiles/feathers.yaml' } },
  findObstacle: findMissingPackages,
};

/** A NestJS application; `--undocumented` leaves its document out. */
export const nest: FieldService = {
  name: 'nest',
  start: start(process.execPath, 'field/nest/serve.mjs'),
  lists: ['/cats?limit=50', '/owners'],
  paging: 'page',
  headers: sendToken,
  audits: {
    url: { seed: 1, ...withToken },
    draft: { seed: 1, ...withToken },
    profile: { seed: 2, ...withToken, file: 'profiles/nest.yaml' },
  },
  findObstacle: findMissingPackages,
};

/** An Express application without a document; `RATE_LIMIT` and `RATE_WINDOW_MS` set its limit. */
export const express: FieldService = {
  name: 'express',
  start: start(process.execPath, 'field/express/serve.mjs'),
  lists: ['/customers?limit=100', '/orders?limit=100'],
  paging: 'offset',
  headers: sendToken,
  audits: {
    url: { seed: 1, ...withToken },
    draft: { seed: 1, ...withToken },
    profile: { seed: 2, file: 'profiles/express.yaml' },
  },
  findObstacle: findMissingPackages,
};

/**
 * A small Express application with two bugs that reach other items; `--correct` leaves them out. It is no part of the table,
 * because its violations are known.
 */
export const notes: FieldService = {
  name: 'notes',
  start: start(process.execPath, 'field/notes/serve.mjs'),
  lists: ['/notes?limit=50'],
  paging: 'offset',
  audits: { url: { seed: 1 } },
  findObstacle: findMissingPackages,
};

/** A Flask application with a document of its own. */
export const flask: FieldService = {
  name: 'flask',
  start: start(python, 'field/flask/serve.py'),
  lists: ['/authors?per_page=50', '/books?per_page=50'],
  paging: 'page',
  audits: { url: { seed: 1 }, draft: { seed: 1 } },
  findObstacle: findMissingFlask,
};

/** A Fastify application with a document: devices that the client names. */
export const fastify: FieldService = {
  name: 'fastify',
  start: start(process.execPath, 'field/fastify/serve.mjs'),
  lists: ['/devices'],
  audits: { url: { seed: 1 }, draft: { seed: 1 } },
  findObstacle: findMissingPackages,
};

/** A store of Fortune.js behind its JSON:API serializer. */
export const fortune: FieldService = {
  name: 'fortune',
  start: start(process.execPath, 'field/fortune/serve.mjs'),
  lists: ['/authors', '/books'],
  audits: { url: { seed: 1 }, draft: { seed: 1 } },
  findObstacle: findMissingPackages,
};

/** A key-value store on Hono: it has a document, and no list of its keys. */
export const hono: FieldService = {
  name: 'hono',
  start: start(process.execPath, 'field/hono/serve.mjs'),
  lists: ['/entries/greeting', '/entries/limit'],
  hasNoLists: true,
  audits: { url: { seed: 1 }, draft: { seed: 1 } },
  findObstacle: findMissingPackages,
};

/** A hapi application without a document: settings, and readings below regions and stations that only exist. */
export const hapi: FieldService = {
  name: 'hapi',
  start: start(process.execPath, 'field/hapi/serve.mjs'),
  lists: ['/regions', '/regions/north/stations/n1/readings', '/regions/south/stations/s1/readings'],
  audits: { url: { seed: 1 }, draft: { seed: 1 } },
  findObstacle: findMissingPackages,
};

/** Strapi, a large application. */
export const strapi: FieldService = {
  name: 'strapi',
  start: startStrapi,
  lists: [
    ...['articles', 'authors', 'tags'].map((name) => `/${name}?pagination[pageSize]=100`),
    ...['/users', '/users-permissions/roles', '/upload/files'],
  ],
  headers: (env) => ({ authorization: `Bearer ${env?.CMS_TOKEN}` }),
  audits: {
    url: { seed: 1, maxSeconds: 900, tokenEnv: 'CMS_TOKEN' },
    profile: { seed: 1, maxSeconds: 900, file: 'profiles/strapi.yaml' },
  },
  isLarge: true,
};

/** Every service of the field tests and of `npm run field:table`. */
export const fieldServices: readonly FieldService[] = [
  jsonServers.v0,
  jsonServers.v1,
  feathers,
  nest,
  express,
  flask,
  fastify,
  fortune,
  hono,
  hapi,
  strapi,
];
