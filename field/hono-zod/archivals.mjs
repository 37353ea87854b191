import { createRoute, z } from '@hono/zod-openapi';
import { pathParameter } from './fields.mjs';
import { idempotent } from './idempotency.mjs';
import { respondWithItem } from './preconditions.mjs';
import { missing } from './problems.mjs';
import { findActiveProject, findProject } from './projects.mjs';
import { created, errors, jsonBody, keyField, notModified, ok, removed } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Archival, ArchivalContent } from './schemas.mjs';
import { createRow } from './store.mjs';

export const archivals = createRouter();
const path = '/projects/{projectId}/archival';
const params = z.object({ projectId: pathParameter('projectId') });
const presentArchival = ({ serial, updatedAt, ...archival }) => archival;

function findArchival(c) {
  const archival = c.get('store').archivals.get(findProject(c).id);
  if (!archival) throw missing('archival');
  return archival;
}

archivals.openapi(
  createRoute({
    method: 'post',
    path,
    tags: ['projects'],
    summary: 'Archive the project',
    middleware: [requireJson, idempotent],
    request: { params, headers: keyField, body: jsonBody(ArchivalContent) },
    responses: { ...created(Archival), ...errors(400, 403, 404, 409, 415, 422) },
  }),
  (c) => {
    const project = findActiveProject(c);
    const author = c.get('caller').name;
    const archival = createRow('arc', { projectId: project.id, ...c.req.valid('json'), author });
    c.get('store').archivals.set(project.id, archival);
    project.status = 'archived';
    return c.json(presentArchival(archival), 201, { Location: `/v1/projects/${project.id}/archival` });
  },
);

archivals.openapi(
  createRoute({
    method: 'get',
    path,
    tags: ['projects'],
    request: { params },
    responses: { ...ok(Archival), ...notModified, ...errors(404) },
  }),
  (c) => respondWithItem(c, presentArchival(findArchival(c))),
);

archivals.openapi(
  createRoute({
    method: 'delete',
    path,
    tags: ['projects'],
    summary: 'Restore the project',
    request: { params },
    responses: { ...removed, ...errors(403, 404) },
  }),
  (c) => {
    const archival = findArchival(c);
    c.get('store').archivals.delete(archival.projectId);
    findProject(c).status = 'active';
    return c.body(null, 204);
  },
);
