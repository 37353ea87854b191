import { createRoute, z } from '@hono/zod-openapi';
import { pathParameter } from './fields.mjs';
import { pageOf, pageQuery, respondWithPage } from './pages.mjs';
import { respondWithItem } from './preconditions.mjs';
import { conflict, invalid, missing, Problem } from './problems.mjs';
import { findActiveProject, findProject } from './projects.mjs';
import { created, errors, jsonBody, notModified, ok } from './responses.mjs';
import { createRouter, requireJson } from './router.mjs';
import { Transfer, TransferContent } from './schemas.mjs';
import { createRow, listBelow } from './store.mjs';

export const transfers = createRouter();
const params = z.object({ projectId: pathParameter('projectId') });
const presentTransfer = ({ serial, updatedAt, ...transfer }) => transfer;
const listTransfers = (c) => listBelow(c.get('store').transfers, 'projectId', findProject(c).id);

/** The response to a transfer, the same for the first request and its repetition. */
const answer = (c, transfer) =>
  c.json(presentTransfer(transfer), 201, {
    Location: `/v1/projects/${transfer.projectId}/transfers/${transfer.id}`,
  });

transfers.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/transfers',
    tags: ['projects'],
    request: { params, query: z.object(pageQuery) },
    responses: { ...ok(pageOf('TransferPage', Transfer)), ...errors(400, 404) },
  }),
  (c) => respondWithPage(c, listTransfers(c), presentTransfer),
);

transfers.openapi(
  createRoute({
    method: 'post',
    path: '/projects/{projectId}/transfers',
    tags: ['projects'],
    summary: 'Transfer the project to another lead',
    middleware: [requireJson],
    request: { params, body: jsonBody(TransferContent) },
    responses: { ...created(Transfer), ...errors(400, 403, 404, 409, 415, 422) },
  }),
  (c) => {
    const content = c.req.valid('json');
    const { memberId, note, requestId } = content;
    const known = listTransfers(c).find((row) => row.requestId === requestId);
    if (known) {
      if (known.memberId === memberId && known.note === note) return answer(c, known);
      throw new Problem(422, 'This requestId was used with other content.');
    }
    if (!c.get('store').members.has(memberId)) throw invalid('memberId', 'is not a member');
    const project = findActiveProject(c);
    if (project.leadId === memberId) throw conflict('The member leads the project already.');
    const from = project.leadId === undefined ? {} : { fromMemberId: project.leadId };
    const author = c.get('caller').name;
    const transfer = createRow('trf', { projectId: project.id, ...content, ...from, author });
    c.get('store').transfers.set(transfer.id, transfer);
    project.leadId = memberId;
    return answer(c, transfer);
  },
);

transfers.openapi(
  createRoute({
    method: 'get',
    path: '/projects/{projectId}/transfers/{transferId}',
    tags: ['projects'],
    request: { params: params.extend({ transferId: pathParameter('transferId') }) },
    responses: { ...ok(Transfer), ...notModified, ...errors(404) },
  }),
  (c) => {
    const transfer = listTransfers(c).find((row) => row.id === c.req.param('transferId'));
    if (!transfer) throw missing('transfer');
    return respondWithItem(c, presentTransfer(transfer));
  },
);
