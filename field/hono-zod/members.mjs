import { createRoute, z } from '@hono/zod-openapi';
import { pathParameter } from './fields.mjs';
import { pageOf, pageQuery, respondWithPage } from './pages.mjs';
import { respondWithItem } from './preconditions.mjs';
import { missing } from './problems.mjs';
import { errors, notModified, ok } from './responses.mjs';
import { createRouter } from './router.mjs';
import { Member } from './schemas.mjs';

export const members = createRouter();
const presentMember = ({ id, name, email }) => ({ id, name, email });

members.openapi(
  createRoute({
    method: 'get',
    path: '/members',
    tags: ['members'],
    request: { query: z.object(pageQuery) },
    responses: { ...ok(pageOf('MemberPage', Member)), ...errors(400) },
  }),
  (c) => respondWithPage(c, [...c.get('store').members.values()], presentMember),
);

members.openapi(
  createRoute({
    method: 'get',
    path: '/members/{memberId}',
    tags: ['members'],
    request: { params: z.object({ memberId: pathParameter('memberId') }) },
    responses: { ...ok(Member), ...notModified, ...errors(404) },
  }),
  (c) => {
    const member = c.get('store').members.get(c.req.param('memberId'));
    if (!member) throw missing('member');
    return respondWithItem(c, presentMember(member), 'private, max-age=30');
  },
);
