import { createRoute, z } from '@hono/zod-openapi';
import { pathParameter } from './fields.mjs';
import { idempotent } from './idempotency.mjs';
import { mergePatch } from './merge-patch.mjs';
import { pageOf, pageQuery, respondWithPage, sortRows } from './pages.mjs';
import { entityTag, requireMatch, respondWithItem } from './preconditions.mjs';
import { conflict, invalid, missing } from './problems.mjs';
import { created, errors, jsonBody, keyField, matchField, mergeBody, notModified, ok, removed } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Project, ProjectContent, ProjectPatch } from './schemas.mjs';
import { createRow, listBelow, removeBelow, replaceContent } from './store.mjs';
import { readContent } from './validation.mjs';

export const projects = createRouter();
const members = ['name', 'description', 'visibility', 'leadId', 'settings'];
const params = z.object({ projectId: pathParameter('projectId') });
const query = z.object({
  ...pageQuery,
  visibility: z.enum(['private', 'internal']).optional(),
  status: z.enum(['active', 'archived']).optional(),
  sort: z.enum(['created', '-created', 'name', '-name']).default('created'),
});

/** The project that the path names. */
export function findProject(c) {
  const project = c.get('store').projects.get(c.req.param('projectId'));
  if (!project) throw missing('project');
  return project;
}

/** The project that the path names, unless it is archived. */
export function findActiveProject(c) {
  const project = findProject(c);
  if (project.status === 'archived') throw conflict('The project is archived.');
  return project;
}

/** The representation of a project. */
export function presentProject(c, { serial, numbers, ...project }) {
  const issues = listBelow(c.get('store').issues, 'projectId', project.id);
  return { ...project, openIssues: issues.filter((issue) => issue.status !== 'closed').length };
}

function requireLead(c, { leadId }) {
  if (leadId !== undefined && !c.get('store').members.has(leadId)) throw invalid('leadId', 'is not a member');
}

projects.openapi(
  createRoute({
    method: 'get',
    path: '/projects',
    tags: ['projects'],
    request: { query },
    responses: { ...ok(pageOf('ProjectPage', Project)), ...errors(400) },
  }),
  (c) => {
    const { visibility, status, sort } = c.req.valid('query');
    const rows = [...c.get('store').projects.values()]
      .filter((row) => visibility === undefined || row.visibility === visibility)
      .filter((row) => status === undefined || row.status === status);
    const sorted = sortRows(rows, sort.replace('created', 'serial'));
    return respondWithPage(c, sorted, (row) => presentProject(c, row));
  },
);

projects.openapi(
  createRoute({
    method: 'post',
    path: '/projects',
    tags: ['projects'],
    middleware: [requireJson, idempotent],
    request: { headers: keyField, body: jsonBody(ProjectContent) },
    responses: { ...created(Project), ...errors(400, 403, 415, 422) },
  }),
  (c) => {
    const content = c.req.valid('json');
    requireLead(c, content);
    const project = createRow('prj', { ...content, status: 'active', numbers: 0 });
    c.get('store').projects.set(project.id, project);
    const shown = presentProject(c, project);
    return c.json(shown, 201, { Location: `/v1/projects/${project.id}`, ETag: entityTag(shown) });
  },
);

projects.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}',
    tags: ['projects'],
    request: { params },
    responses: { ...ok(Project), ...notModified, ...errors(404) },
  }),
  (c) => respondWithItem(c, presentProject(c, findProject(c))),
);

projects.openapi(
  createRoute({
    method: 'put',
    path: '/projects/{projectId}',
    tags: ['projects'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: jsonBody(ProjectContent) },
    responses: { ...ok(Project, 'Replaced'), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  (c) => {
    const project = findProject(c);
    requireMatch(c, presentProject(c, project));
    const content = c.req.valid('json');
    requireLead(c, content);
    replaceContent(findActiveProject(c), members, content);
    return c.json(presentProject(c, project), 200);
  },
);

projects.openapi(
  createRoute({
    method: 'patch',
    path: '/projects/{projectId}',
    tags: ['projects'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: mergeBody(ProjectPatch) },
    responses: { ...ok(Project, 'Changed'), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  async (c) => {
    const project = findProject(c);
    requireMatch(c, presentProject(c, project));
    const content = readContent(ProjectContent, mergePatch(project, await c.req.json()));
    requireLead(c, content);
    replaceContent(findActiveProject(c), members, content);
    return c.json(presentProject(c, project), 200);
  },
);

projects.openapi(
  createRoute({
    method: 'delete',
    path: '/projects/{projectId}',
    tags: ['projects'],
    request: { params, headers: matchField },
    responses: { ...removed, ...errors(403, 404, 409, 412) },
  }),
  (c) => {
    const project = findProject(c);
    const store = c.get('store');
    requireMatch(c, presentProject(c, project));
    const isUsed = listBelow(store.issues, 'projectId', project.id).length > 0;
    if (isUsed) throw conflict('The project has issues.');
    removeBelow(store.labels, 'projectId', project.id);
    removeBelow(store.transfers, 'projectId', project.id);
    removeBelow(store.archivals, 'projectId', project.id);
    store.projects.delete(project.id);
    return c.body(null, 204);
  },
);
