import { OpenAPIHono } from '@hono/zod-openapi';
import { Problem } from './problems.mjs';

const statuses = { json: 422, param: 404, query: 400, header: 400 };

/** A router that answers invalid requests with the problem details of all others. */
export function createRouter() {
  return new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return;
      const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
      throw new Problem(statuses[result.target] ?? 400, 'The request is invalid.', { errors });
    },
  });
}

/** Refuses content that is not JSON. */
export async function requireJson(c, next) {
  const [type] = (c.req.header('Content-Type') ?? '').split(';');
  const isPatch = c.req.method === 'PATCH';
  const accepted = isPatch ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  if (!accepted.includes(type.trim().toLowerCase())) {
    const field = isPatch ? 'Accept-Patch' : 'Accept';
    throw new Problem(415, `Send ${accepted.join(' or ')}.`, {}, { [field]: accepted.join(', ') });
  }
  await next();
}
