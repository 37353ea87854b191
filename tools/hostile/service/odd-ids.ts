import {
  type Asked,
  type Behaviour,
  fielded,
  fieldOf,
  isDocument,
  type Said,
  saying,
  type Visit,
} from './behaviour.js';

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What becomes of an id that is a UUID, so that the UUID can still be found in it. */
type Form = (id: string) => string;

/** A sound service whose ids are of another form: it reads as its own what is encoded rightly. */
const ids = (name: string, says: string, form: Form): Behaviour => ({
  name,
  says,
  turn: async (visit) => {
    const said = await visit.sound({ target: targetFor(visit.asked, form) });
    return isDocument(visit.asked)
      ? saying(said, said.content.toString().replaceAll(',"format":"uuid"', ''))
      : inForm(said, form);
  },
});

/** The path with UUIDs in the place of what was made of them; a segment that is not encoded rightly is another one. */
function targetFor({ target }: Asked, form: Form): string {
  const [path = '', query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    const told = decoded(segment);
    const id = told.match(uuid)?.[0];
    return id !== undefined && form(id) === told ? id : segment;
  });
  return segments.join('/') + (query === undefined ? '' : `?${query}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function inForm(said: Said, form: Form): Said {
  const text = said.content.toString();
  const location = fieldOf(said, 'location');
  const told = /^[[{]/.test(text) ? saying(said, JSON.stringify(formed(JSON.parse(text), form))) : said;
  return location === undefined ? told : fielded(told, ['location', inAddress(location, form)]);
}

function formed(value: unknown, form: Form): unknown {
  if (typeof value === 'string') return value.startsWith('/') ? inAddress(value, form) : value.replace(uuid, form);
  if (Array.isArray(value)) return value.map((one) => formed(one, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, formed(one, form)]));
}

const inAddress = (address: string, form: Form): string => address.replace(uuid, (id) => encodeURIComponent(form(id)));

const sound: readonly Behaviour[] = [
  ids('ids-with-slashes', 'has slashes in its ids', (id) => `a/b//${id}/c`),
  ids('ids-of-dots', 'has dot segments in its ids', (id) => `../../${id}/..`),
  ids('ids-of-encoded-dots', 'has encoded dot segments in its ids', (id) => `%2e%2e%2f${id}%00`),
  ids('ids-with-quotes', 'has quotes of all kinds in its ids', (id) => `'"\`${id}\\"'`),
  ids('ids-with-line-breaks', 'has line breaks in its ids', (id) => `\r\n${id}\nset-cookie: a=b`),
  ids('ids-with-blanks', 'has blanks around and in its ids', (id) => ` a ${id} `),
  ids(
    'ids-of-shell-commands',
    'has shell commands in its ids',
    (id) => `$(touch x)\`touch x\`;touch x&&${id}|touch x #`,
  ),
  ids('ids-with-queries', 'has query and fragment delimiters in its ids', (id) => `?a=${id}&b=#c`),
  ids(
    'ids-of-both-directions',
    'has characters that turn the direction of writing in its ids',
    (id) => `\u202e${id}\u2066\u200b`,
  ),
  ids(
    'ids-with-escape-sequences',
    'has terminal escape sequences in its ids',
    (id) => `\u001b[2J\u001b]0;x\u0007${id}`,
  ),
  ids(
    'ids-of-markup',
    'has HTML and Markdown in its ids',
    (id) => `<img src=x onerror=alert(1)>[a](javascript:b)|${id}]]>`,
  ),
  ids('ids-of-10-kilobytes', 'has ids of 10 kB', (id) => id + 'x'.repeat(10_000)),
  ids('ids-of-object', 'has ids that begin with __proto__', (id) => `__proto__${id}`),
];

const odd = (name: string, says: string, id: unknown): Behaviour => ({
  name,
  says,
  turn: async (visit: Visit) => {
    const said = await visit.sound();
    const text = said.content.toString();
    return /^\{.*"id"/s.test(text) && visit.asked.target !== '/openapi.json'
      ? saying(said, text.replaceAll(/"id":"[^"]*"/g, `"id":${JSON.stringify(id)}`))
      : said;
  },
});

const senseless: readonly Behaviour[] = [
  odd('all-ids-alike', 'gives everything the same id', 'same'),
  odd('ids-are-dots', 'gives everything the id ..', '..'),
  odd('ids-are-empty', 'gives everything an empty id', ''),
  odd('ids-are-null', 'gives everything the id null', null),
  odd('ids-are-objects', 'gives everything an object as its id', { $ref: '#/id' }),
];

/** Services with ids that mean something to whoever is careless. */
export const oddIds: readonly Behaviour[] = [...sound, ...senseless];
