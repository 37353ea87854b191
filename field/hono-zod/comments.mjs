import { createRoute, z } from '@hono/zod-openapi';
import { pathParameter } from './fields.mjs';
import { idempotent } from './idempotency.mjs';
import { findIssue } from './issues.mjs';
import { mergePatch } from './merge-patch.mjs';
import { pageOf, pageQuery, respondWithPage, sortRows } from './pages.mjs';
import { entityTag, requireMatch, respondWithItem } from './preconditions.mjs';
import { conflict, missing } from './problems.mjs';
import { findActiveProject } from './projects.mjs';
import { created, errors, jsonBody, keyField, matchField, mergeBody, notModified, ok, removed } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Comment, CommentContent } from './schemas.mjs';
import { createRow, listBelow, replaceContent } from './store.mjs';
import { readContent } from './validation.mjs';

export const comments = createRouter();
const collection = z.object({ projectId: pathParameter('projectId'), issueId: pathParameter('issueId') });
const params = collection.extend({ commentId: pathParameter('commentId') });
const query = z.object({ ...pageQuery, sort: z.enum(['created', '-created']).default('created') });

/** The comment that the path names, below the issue that the path names. */
function findComment(c) {
  const issue = findIssue(c);
  const comment = c.get('store').comments.get(c.req.param('commentId'));
  if (!comment || comment.issueId !== issue.id) throw missing('comment');
  return comment;
}

const presentComment = ({ serial, ...comment }) => comment;

comments.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/issues/{issueId}/comments',
    tags: ['comments'],
    request: { params: collection, query },
    responses: { ...ok(pageOf('CommentPage', Comment)), ...errors(400, 404) },
  }),
  (c) => {
    const rows = listBelow(c.get('store').comments, 'issueId', findIssue(c).id);
    const { sort } = c.req.valid('query');
    return respondWithPage(c, sortRows(rows, sort.replace('created', 'serial')), presentComment);
  },
);

comments.openapi(
  createRoute({
    method: 'post',
    path: '/projects/{projectId}/issues/{issueId}/comments',
    tags: ['comments'],
    middleware: [requireJson, idempotent],
    request: { params: collection, headers: keyField, body: jsonBody(CommentContent) },
    responses: { ...created(Comment), ...errors(400, 403, 404, 409, 415, 422) },
  }),
  (c) => {
    const issue = findIssue(c);
    const project = findActiveProject(c);
    if (issue.status === 'closed') throw conflict('The issue is closed.');
    const comment = createRow('com', { issueId: issue.id, ...c.req.valid('json'), author: c.get('caller').name });
    c.get('store').comments.set(comment.id, comment);
    const location = `/v1/projects/${project.id}/issues/${issue.id}/comments/${comment.id}`;
    const shown = presentComment(comment);
    return c.json(shown, 201, { Location: location, ETag: entityTag(shown) });
  },
);

comments.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/issues/{issueId}/comments/{commentId}',
    tags: ['comments'],
    request: { params },
    responses: { ...ok(Comment), ...notModified, ...errors(404) },
  }),
  (c) => respondWithItem(c, presentComment(findComment(c))),
);

comments.openapi(
  createRoute({
    method: 'patch',
    path: '/projects/{projectId}/issues/{issueId}/comments/{commentId}',
    tags: ['comments'],
    middleware: [requireJson],
    request: { params, headers: matchField, body: mergeBody(CommentContent.partial()) },
    responses: { ...ok(Comment, 'Changed'), ...errors(400, 403, 404, 409, 412, 415, 422) },
  }),
  async (c) => {
    const comment = findComment(c);
    requireMatch(c, presentComment(comment));
    const content = readContent(CommentContent, mergePatch(comment, await c.req.json()));
    findActiveProject(c);
    replaceContent(comment, ['text'], content);
    return c.json(presentComment(comment), 200);
  },
);

comments.openapi(
  createRoute({
    method: 'delete',
    path: '/projects/{projectId}/issues/{issueId}/comments/{commentId}',
    tags: ['comments'],
    request: { params, headers: matchField },
    responses: { ...removed, ...errors(403, 404, 412) },
  }),
  (c) => {
    const comment = findComment(c);
    requireMatch(c, presentComment(comment));
    c.get('store').comments.delete(comment.id);
    return c.body(null, 204);
  },
);
