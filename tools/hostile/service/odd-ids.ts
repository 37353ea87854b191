import {
  type Behaviour,
  findField,
  type HostileAnswer,
  type HostileContext,
  type HostileRequest,
  isDocument,
  replaceContent,
  replaceFields,
} from './behaviour.js';

const uuidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The transformation of a UUID, from which the UUID can be read again. */
type IdTransform = (id: string) => string;

/** A correct service with another format of ids, which accepts every correct encoding of them. */
const createIdBehaviour = (name: string, says: string, form: IdTransform): Behaviour => ({
  name,
  says,
  react: async (visit) => {
    const target = translateTarget(visit.request, form);
    // The header of HEAD is that of GET, with the length of the changed content.
    const method = visit.request.method === 'HEAD' ? 'GET' : visit.request.method;
    const said = await visit.askDemo({ method, target });
    return isDocument({ ...visit.request, method })
      ? replaceContent(said, said.content.toString().replaceAll(',"format":"uuid"', ''))
      : transformAnswer(said, form);
  },
});

/** The path with UUIDs in the place of what was made of them; a segment that is not encoded rightly is another one. */
function translateTarget({ target }: HostileRequest, form: IdTransform): string {
  const [path = '', query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    const told = decodeSegment(segment);
    const id = told.match(uuidPattern)?.[0];
    return id !== undefined && form(id) === told ? id : segment;
  });
  return segments.join('/') + (query === undefined ? '' : `?${query}`);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function transformAnswer(said: HostileAnswer, form: IdTransform): HostileAnswer {
  const text = said.content.toString();
  const location = findField(said, 'location');
  const told = /^[[{]/.test(text) ? replaceContent(said, JSON.stringify(transformValue(JSON.parse(text), form))) : said;
  return location === undefined ? told : replaceFields(told, ['location', transformAddress(location, form)]);
}

function transformValue(value: unknown, form: IdTransform): unknown {
  if (typeof value === 'string')
    return value.startsWith('/') ? transformAddress(value, form) : value.replace(uuidPattern, form);
  if (Array.isArray(value)) return value.map((one) => transformValue(one, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, transformValue(one, form)]));
}

const transformAddress = (address: string, form: IdTransform): string =>
  address.replace(uuidPattern, (id) => encodeURIComponent(form(id)));

const legalIds: readonly Behaviour[] = [
  createIdBehaviour('ids-with-slashes', 'has slashes in its ids', (id) => `a/b//${id}/c`),
  createIdBehaviour('ids-of-dots', 'has dot segments in its ids', (id) => `../../${id}/..`),
  createIdBehaviour('ids-of-encoded-dots', 'has encoded dot segments in its ids', (id) => `%2e%2e%2f${id}%00`),
  createIdBehaviour('ids-with-quotes', 'has quotes of all kinds in its ids', (id) => `'"\`${id}\\"'`),
  createIdBehaviour('ids-with-line-breaks', 'has line breaks in its ids', (id) => `\r\n${id}\nset-cookie: a=b`),
  createIdBehaviour('ids-with-blanks', 'has blanks around and in its ids', (id) => ` a ${id} `),
  createIdBehaviour(
    'ids-of-shell-commands',
    'has shell commands in its ids',
    (id) => `$(touch x)\`touch x\`;touch x&&${id}|touch x #`,
  ),
  createIdBehaviour('ids-with-queries', 'has query and fragment delimiters in its ids', (id) => `?a=${id}&b=#c`),
  createIdBehaviour(
    'ids-of-both-directions',
    'has characters that turn the direction of writing in its ids',
    (id) => `\u202e${id}\u2066\u200b`,
  ),
  createIdBehaviour(
    'ids-with-escape-sequences',
    'has terminal escape sequences in its ids',
    (id) => `\u001b[2J\u001b]0;x\u0007${id}`,
  ),
  createIdBehaviour(
    'ids-of-markup',
    'has HTML and Markdown in its ids',
    (id) => `<img src=x onerror=alert(1)>[a](javascript:b)|${id}]]>`,
  ),
  createIdBehaviour('ids-of-10-kilobytes', 'has ids of 10 kB', (id) => id + 'x'.repeat(10_000)),
  createIdBehaviour('ids-of-object', 'has ids that begin with __proto__', (id) => `__proto__${id}`),
];

const createOddIdBehaviour = (name: string, says: string, id: unknown): Behaviour => ({
  name,
  says,
  react: async (visit: HostileContext) => {
    const said = await visit.askDemo();
    const text = said.content.toString();
    return /^\{.*"id"/s.test(text) && visit.request.target !== '/openapi.json'
      ? replaceContent(said, text.replaceAll(/"id":"[^"]*"/g, `"id":${JSON.stringify(id)}`))
      : said;
  },
});

const senselessIds: readonly Behaviour[] = [
  createOddIdBehaviour('all-ids-alike', 'gives everything the same id', 'same'),
  createOddIdBehaviour('ids-are-dots', 'gives everything the id ..', '..'),
  createOddIdBehaviour('ids-are-empty', 'gives everything an empty id', ''),
  createOddIdBehaviour('ids-are-null', 'gives everything the id null', null),
  createOddIdBehaviour('ids-are-objects', 'gives everything an object as its id', { $ref: '#/id' }),
];

/** Services with ids that are special for a careless client. */
export const oddIds: readonly Behaviour[] = [...legalIds, ...senselessIds];
