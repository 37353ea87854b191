import { missing, Problem } from './problems.mjs';

/** Answers requests that no route takes: OPTIONS, a method that the path does not have, an unknown path. */
export function answerUnrouted(app) {
  return (c) => {
    const methods = listMethods(app, c.req.path);
    if (methods.length === 0) return missing('path').toResponse();
    const allow = methods.join(', ');
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow });
    return new Problem(405, `Use ${allow}.`, {}, { Allow: allow }).toResponse();
  };
}

function listMethods(app, path) {
  const routes = app.routes.filter((route) => route.method !== 'ALL' && toPattern(route.path).test(path));
  const methods = new Set(routes.map((route) => route.method));
  if (methods.size === 0) return [];
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].sort();
}

const toPattern = (path) => new RegExp(`^${path.replaceAll(/:[A-Za-z]+/g, '[^/]+')}$`);
