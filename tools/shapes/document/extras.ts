import type { Extra } from '../design/design.js';
import type { ServiceFacts } from '../facts/facts.js';
import { answer, describeRefusals, type Operation, type PathOperations, query } from './parts.js';
import type { Schema } from './schemas.js';

const settings: Schema = {
  type: 'object',
  required: ['language', 'rows'],
  properties: { language: { type: 'string', pattern: '^[a-z]{2}$' }, rows: { type: 'integer' } },
};

const object: Schema = { type: 'object' };

const operations: Readonly<Record<Extra, readonly [path: string, Readonly<Record<string, Operation>>]>> = {
  single: ['/about', { get: { summary: 'About the service', responses: { 200: answer('About', object) } } }],
  'writable-single': [
    '/settings',
    {
      get: { summary: 'Read the settings', responses: { 200: answer('Settings', settings) } },
      put: {
        summary: 'Replace the settings',
        requestBody: { required: true, content: { 'application/json': { schema: settings } } },
        responses: { 200: answer('Settings', settings) },
      },
    },
  ],
  view: ['/statistics', { get: { summary: 'Count all items', responses: { 200: answer('Counts', object) } } }],
  search: [
    '/search',
    {
      get: {
        summary: 'Search all items',
        parameters: [query('q', true, { type: 'string', minLength: 1 })],
        responses: { 200: answer('Hits', object) },
      },
    },
  ],
  text: [
    '/terms',
    {
      get: {
        summary: 'Terms of use',
        responses: { 200: { description: 'Terms', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  ],
  binary: [
    '/logo.png',
    {
      get: {
        summary: 'The logo',
        responses: {
          200: { description: 'An image', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
        },
      },
    },
  ],
};

/** Statuses of requests that are refused. */
function listRefused({ design }: ServiceFacts, extra: Extra): number[] {
  if (extra === 'writable-single') return [400, 415, Number(design.service.invalidStatus)];
  return extra === 'search' ? [400] : [];
}

/** Adds the operations of the resources beside the collections. */
export function describeExtras(service: ServiceFacts, paths: PathOperations): void {
  const { design, prefix, slash, loginPath, logPath } = service;
  for (const extra of design.extras) {
    const [path, methods] = operations[extra];
    const refused = describeRefusals(service, listRefused(service, extra));
    paths[`${prefix}${path}${path.includes('.') ? '' : slash}`] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const responses = { ...(operation.responses as object), ...refused };
        return [method, { ...operation, responses }];
      }),
    );
  }
  if (design.collections.some(({ choices }) => choices.sideEffect === 'other-list'))
    paths[logPath] = {
      get: {
        summary: 'List what was created',
        responses: { 200: answer('Entries', { type: 'array', items: object }), ...describeRefusals(service, []) },
      },
    };
  if (design.service.access === 'session')
    paths[loginPath] = {
      post: {
        summary: 'Begin a session',
        security: [],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['user', 'password'],
                properties: { user: { type: 'string' }, password: { type: 'string' } },
              },
            },
          },
        },
        responses: { 200: answer('The session is in a cookie', object), ...describeRefusals(service, [400, 401]) },
      },
    };
}
