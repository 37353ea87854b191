import {
  always,
  type Behaviour,
  fielded,
  isCreation,
  isDocument,
  isList,
  type Said,
  saying,
  spoiling,
  type Visit,
} from './behaviour.js';

/** Where nobody should be led. */
type Place = (visit: Visit) => string;

const places: readonly (readonly [name: string, says: string, place: Place])[] = [
  ['elsewhere', 'another origin', ({ away }) => `${away}/orders/1`],
  [
    'elsewhere-without-a-scheme',
    'another origin, without a scheme',
    ({ away }) => `${away.replace('http:', '')}/orders/1`,
  ],
  ['a-file', 'a file', () => 'file:///etc/passwd'],
  ['a-script', 'a script', () => 'javascript:alert(1)//'],
  ['metadata', 'the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
  [
    'somebody',
    'the same host with a name and a password',
    ({ origin }) => `${origin.replace('//', '//user:pass@')}/orders/1`,
  ],
  ['nonsense', 'what is no address', () => 'http://[::bad]:99999/%%%'],
];

const redirect = (status: number, location: string): Said => ({
  status,
  fields: [['location', location]],
  content: Buffer.alloc(0),
});

const nextIn = (said: Said, next: string): Said =>
  saying(said, said.content.toString().replace(/"next":(null|"[^"]*")/, `"next":${JSON.stringify(next)}`));

const byPlace: readonly Behaviour[] = places.flatMap(([name, says, place]) => [
  spoiling(`next-leads-to-${name}`, `names ${says} as the next page`, isList, (said, visit) =>
    fielded(nextIn(said, place(visit)), ['link', `<${place(visit)}>; rel="next"`]),
  ),
  spoiling(`location-is-${name}`, `makes an order and says that it is at ${says}`, isCreation, (said, visit) =>
    said.status === 201 ? fielded(said, ['location', place(visit)]) : said,
  ),
  {
    name: `redirect-to-${name}`,
    says: `redirects whoever reads the list to ${says}`,
    turn: (visit) => (isList(visit.asked) ? redirect(307, place(visit)) : undefined),
  },
]);

let grown = 0;

const loops: readonly Behaviour[] = [
  always('redirect-loop', 'redirects everything to itself', {
    octets: 'HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n',
    then: 'keep',
  }),
  {
    name: 'redirect-of-everything-elsewhere',
    says: 'redirects everything to another origin',
    turn: ({ away, asked }) => redirect(301, `${away}${asked.target}`),
  },
  {
    name: 'creations-are-redirected-elsewhere',
    says: 'redirects creations to another origin',
    turn: ({ asked, away }) => (isCreation(asked) ? redirect(307, `${away}/orders`) : undefined),
  },
  {
    name: 'redirect-that-grows',
    says: 'redirects each read of the list to a longer address',
    turn: ({ asked }) =>
      isList(asked) ? redirect(302, `${asked.target}${asked.target.includes('?') ? '&' : '?'}x=1`) : undefined,
  },
  spoiling('next-is-the-same', 'names each page as its own next one', isList, (said, { asked }) =>
    nextIn(said, asked.target),
  ),
  spoiling('next-for-ever', 'names another next page without end', isList, (said) => {
    grown += 1;
    return nextIn(said, `/orders?cursor=${grown}`);
  }),
  spoiling('next-grows', 'names a next page whose address is ever longer', isList, (said, { asked }) =>
    nextIn(said, `${asked.target}${asked.target.includes('?') ? '&' : '?'}${'x'.repeat(1000)}=1`),
  ),
  spoiling('location-twice', 'gives two Locations', isCreation, (said, { away }) => ({
    ...said,
    fields: [...said.fields, ['location', `${away}/orders/2`]],
  })),
  spoiling('location-of-escapes', 'has terminal escapes in its Location', isCreation, (said) =>
    fielded(said, ['location', `/orders/\u001b]0;x\u0007${'%00'}`]),
  ),
  spoiling(
    'server-is-elsewhere',
    'says in its description that it is served at another origin',
    isDocument,
    (said, { away }) =>
      saying(said, `{"servers":[{"url":"${away}/v9"},{"url":"file:///etc"}],${said.content.toString().slice(1)}`),
  ),
];

/** Services that lead away, or around in circles. */
export const ways: readonly Behaviour[] = [...byPlace, ...loops];
