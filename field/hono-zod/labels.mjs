import { createRoute, z } from '@hono/zod-openapi';
import { isLabelName, pathParameter } from './fields.mjs';
import { pageOf, pageQuery, respondWithPage, sortRows } from './pages.mjs';
import { requireMatch, respondWithItem } from './preconditions.mjs';
import { conflict, invalid, missing, Problem } from './problems.mjs';
import { findActiveProject, findProject } from './projects.mjs';
import { created, errors, jsonBody, matchField, notModified, ok, removed } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Label, LabelContent } from './schemas.mjs';
import { createRow, listBelow, replaceContent } from './store.mjs';

export const labels = createRouter();
const collection = z.object({ projectId: pathParameter('projectId') });
const params = collection.extend({
  name: pathParameter('name').openapi({ pattern: '^[a-z0-9][a-z0-9-]{0,29}$', maxLength: 30, example: 'bug' }),
});
const presentLabel = ({ name, color, description }) => ({
  name,
  color,
  ...(description !== undefined && { description }),
});
const toKey = (c) => `${c.req.param('projectId')}/${c.req.param('name')}`;

function findLabel(c) {
  findProject(c);
  const label = c.get('store').labels.get(toKey(c));
  if (!label) throw missing('label');
  return label;
}

labels.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/labels',
    tags: ['labels'],
    request: { params: collection, query: z.object(pageQuery) },
    responses: { ...ok(pageOf('LabelPage', Label)), ...errors(400, 404) },
  }),
  (c) => {
    const rows = listBelow(c.get('store').labels, 'projectId', findProject(c).id);
    return respondWithPage(c, sortRows(rows, 'name'), presentLabel);
  },
);

labels.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/labels/{name}',
    tags: ['labels'],
    request: { params },
    responses: { ...ok(Label), ...notModified, ...errors(404) },
  }),
  (c) => respondWithItem(c, presentLabel(findLabel(c))),
);

labels.openapi(
  createRoute({
    method: 'put',
    path: '/projects/{projectId}/labels/{name}',
    tags: ['labels'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: jsonBody(LabelContent) },
    responses: { ...ok(Label, 'Replaced'), ...created(Label), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  (c) => {
    const project = findProject(c);
    const name = c.req.param('name');
    const content = c.req.valid('json');
    const label = c.get('store').labels.get(toKey(c));
    if (label) requireMatch(c, presentLabel(label));
    else if (c.req.header('If-Match')) throw new Problem(412, 'There is no such label.');
    if (label && c.req.header('If-None-Match') === '*') throw new Problem(412, 'The label exists.');
    if (!isLabelName(name)) throw invalid('name', 'must have 1 to 30 of a-z, 0-9 and -');
    findActiveProject(c);
    if (label) {
      replaceContent(label, ['color', 'description'], content);
      return c.json(presentLabel(label), 200);
    }
    const row = createRow('lbl', { name, projectId: project.id, ...content });
    c.get('store').labels.set(toKey(c), row);
    return c.json(presentLabel(row), 201, { Location: `/v1/projects/${project.id}/labels/${name}` });
  },
);

labels.openapi(
  createRoute({
    method: 'delete',
    path: '/projects/{projectId}/labels/{name}',
    tags: ['labels'],
    request: { params, headers: matchField },
    responses: { ...removed, ...errors(403, 404, 409, 412) },
  }),
  (c) => {
    const label = findLabel(c);
    const store = c.get('store');
    requireMatch(c, presentLabel(label));
    const issues = listBelow(store.issues, 'projectId', label.projectId);
    if (issues.some((issue) => issue.labels.includes(label.name))) throw conflict('Issues have this label.');
    store.labels.delete(toKey(c));
    return c.body(null, 204);
  },
);
