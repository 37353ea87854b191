import { createRoute, z } from '@hono/zod-openapi';
import { labelName, pathParameter } from './fields.mjs';
import { idempotent } from './idempotency.mjs';
import { mergePatch } from './merge-patch.mjs';
import { pageOf, pageQuery, respondWithPage, sortRows } from './pages.mjs';
import { entityTag, requireMatch, respondWithItem } from './preconditions.mjs';
import { conflict, invalid, missing } from './problems.mjs';
import { findActiveProject, findProject } from './projects.mjs';
import { created, errors, jsonBody, keyField, matchField, mergeBody, notModified, ok, removed } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Issue, IssueContent, IssuePatch, NewIssue } from './schemas.mjs';
import { createRow, listBelow, removeBelow, replaceContent } from './store.mjs';
import { readContent } from './validation.mjs';

export const issues = createRouter();
const members = ['title', 'body', 'priority', 'labels', 'assigneeId', 'dueOn', 'estimate'];
const transitions = { open: ['open', 'in_progress', 'closed'], in_progress: ['in_progress', 'open', 'closed'] };
const collection = z.object({ projectId: pathParameter('projectId') });
const params = collection.extend({ issueId: pathParameter('issueId') });
const query = z.object({
  ...pageQuery,
  status: z.enum(['open', 'in_progress', 'closed']).optional(),
  priority: z.enum(['low', 'normal', 'high']).optional(),
  label: labelName.optional(),
  sort: z.enum(['created', '-created', 'title', '-title']).default('created'),
});

/** The issue that the path names, below the project that the path names. */
export function findIssue(c) {
  const project = findProject(c);
  const issue = c.get('store').issues.get(c.req.param('issueId'));
  if (!issue || issue.projectId !== project.id) throw missing('issue');
  return issue;
}

/** The representation of an issue. */
export const presentIssue = ({ serial, ...issue }) => issue;

function requireReferences(c, project, { labels, assigneeId }) {
  const store = c.get('store');
  for (const [index, name] of labels.entries()) {
    if (!store.labels.has(`${project.id}/${name}`)) throw invalid(`labels.${index}`, 'is not a label of the project');
  }
  if (assigneeId !== undefined && !store.members.has(assigneeId)) throw invalid('assigneeId', 'is not a member');
}

issues.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/issues',
    tags: ['issues'],
    request: { params: collection, query },
    responses: { ...ok(pageOf('IssuePage', Issue)), ...errors(400, 404) },
  }),
  (c) => {
    const { status, priority, label, sort } = c.req.valid('query');
    const rows = listBelow(c.get('store').issues, 'projectId', findProject(c).id)
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => priority === undefined || row.priority === priority)
      .filter((row) => label === undefined || row.labels.includes(label));
    return respondWithPage(c, sortRows(rows, sort.replace('created', 'serial')), presentIssue);
  },
);

issues.openapi(
  createRoute({
    method: 'post',
    path: '/projects/{projectId}/issues',
    tags: ['issues'],
    middleware: [requireJson, idempotent],
    request: { params: collection, headers: keyField, body: jsonBody(NewIssue) },
    responses: { ...created(Issue), ...errors(400, 403, 404, 409, 415, 422) },
  }),
  (c) => {
    const project = findProject(c);
    const content = c.req.valid('json');
    requireReferences(c, project, content);
    findActiveProject(c).numbers += 1;
    const issue = createRow('iss', { projectId: project.id, number: project.numbers, ...content });
    c.get('store').issues.set(issue.id, issue);
    const location = `/v1/projects/${project.id}/issues/${issue.id}`;
    return c.json(presentIssue(issue), 201, { Location: location, ETag: entityTag(presentIssue(issue)) });
  },
);

issues.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/issues/{issueId}',
    tags: ['issues'],
    request: { params },
    responses: { ...ok(Issue), ...notModified, ...errors(404) },
  }),
  (c) => respondWithItem(c, presentIssue(findIssue(c))),
);

issues.openapi(
  createRoute({
    method: 'put',
    path: '/projects/{projectId}/issues/{issueId}',
    tags: ['issues'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: jsonBody(IssueContent) },
    responses: { ...ok(Issue, 'Replaced'), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  (c) => {
    const issue = findIssue(c);
    requireMatch(c, presentIssue(issue));
    const content = c.req.valid('json');
    requireReferences(c, findProject(c), content);
    findActiveProject(c);
    requireOpen(issue);
    replaceContent(issue, members, content);
    return c.json(presentIssue(issue), 200);
  },
);

issues.openapi(
  createRoute({
    method: 'patch',
    path: '/projects/{projectId}/issues/{issueId}',
    tags: ['issues'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: mergeBody(IssuePatch) },
    responses: { ...ok(Issue, 'Changed'), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  async (c) => {
    const issue = findIssue(c);
    requireMatch(c, presentIssue(issue));
    const { status = issue.status } = c.req.valid('json');
    const content = readContent(IssueContent, mergePatch(issue, await c.req.json()));
    requireReferences(c, findProject(c), content);
    findActiveProject(c);
    requireOpen(issue);
    if (!transitions[issue.status].includes(status)) throw conflict(`The issue is ${issue.status}.`);
    replaceContent(issue, members, content);
    issue.status = status;
    if (status === 'closed') issue.closedAt = issue.updatedAt;
    return c.json(presentIssue(issue), 200);
  },
);

function requireOpen(issue) {
  if (issue.status === 'closed') throw conflict('The issue is closed.');
}

issues.openapi(
  createRoute({
    method: 'delete',
    path: '/projects/{projectId}/issues/{issueId}',
    tags: ['issues'],
    request: { params, headers: matchField },
    responses: { ...removed, ...errors(403, 404, 412) },
  }),
  (c) => {
    const issue = findIssue(c);
    requireMatch(c, presentIssue(issue));
    removeBelow(c.get('store').comments, 'issueId', issue.id);
    c.get('store').issues.delete(issue.id);
    return c.body(null, 204);
  },
);
