export const acme = 'acme-writer-key';
export const reader = 'acme-reader-key';
export const globex = 'globex-writer-key';

/** Sends a request with a key and, where there is one, a JSON body. */
export function send(call, method, path, body, { key = acme, headers = {} } = {}) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return call(method, path, {
    headers: { ...(key && { 'x-api-key': key }), ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export const get = (call, path, options) => send(call, 'GET', path, undefined, options);
export const remove = (call, path, options) => send(call, 'DELETE', path, undefined, options);
const status = async (answer) => (await answer).status;

/** The status of a response alone. */
export const getStatus = (call, path, options) => status(get(call, path, options));
export const sendStatus = (call, method, path, body, options) => status(send(call, method, path, body, options));

/** Creates a project, and gives its URL. */
export async function createProject(call, content = {}) {
  return (await send(call, 'POST', '/v1/projects', { name: 'Archive', ...content })).headers.location;
}

/** Creates an issue below a project, and gives its URL. */
export async function createIssue(call, project, content = {}) {
  return (await send(call, 'POST', `${project}/issues`, { title: 'Fix the door', ...content })).headers.location;
}

/** Creates a comment below an issue, and gives its URL. */
export async function createComment(call, issue, text = 'Seen') {
  return (await send(call, 'POST', `${issue}/comments`, { text })).headers.location;
}

/** Creates labels of a project. */
export async function createLabels(call, project, ...names) {
  for (const name of names) await send(call, 'PUT', `${project}/labels/${name}`, { color: '#112233' });
}

/** The ids of the members. */
export const listMembers = async (call) => (await get(call, '/v1/members')).body.items.map(({ id }) => id);

/** What the items of a list have as a member. */
export const pluck = async (call, path, member) => (await get(call, path)).body.items.map((item) => item[member]);
