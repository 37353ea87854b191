import {
  type Behaviour,
  createConstantBehaviour,
  createSpoilingBehaviour,
  type HostileAnswer,
  type HostileContext,
  isCreation,
  isDocument,
  isList,
  replaceContent,
  replaceFields,
} from './behaviour.js';

/** A URL to which no request may be sent. */
type LinkTarget = (visit: HostileContext) => string;

const linkTargets: readonly (readonly [name: string, says: string, place: LinkTarget])[] = [
  ['elsewhere', 'another origin', ({ otherOrigin }) => `${otherOrigin}/orders/1`],
  [
    'elsewhere-without-a-scheme',
    'another origin, without a scheme',
    ({ otherOrigin }) => `${otherOrigin.replace('http:', '')}/orders/1`,
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

const createRedirect = (status: number, location: string): HostileAnswer => ({
  status,
  fields: [['location', location]],
  content: Buffer.alloc(0),
});

const replaceNext = (said: HostileAnswer, next: string): HostileAnswer =>
  replaceContent(said, said.content.toString().replace(/"next":(null|"[^"]*")/, `"next":${JSON.stringify(next)}`));

const linkBehaviours: readonly Behaviour[] = linkTargets.flatMap(([name, says, place]) => [
  createSpoilingBehaviour(`next-leads-to-${name}`, `names ${says} as the next page`, isList, (said, visit) =>
    replaceFields(replaceNext(said, place(visit)), ['link', `<${place(visit)}>; rel="next"`]),
  ),
  createSpoilingBehaviour(
    `location-is-${name}`,
    `makes an order and says that it is at ${says}`,
    isCreation,
    (said, visit) => (said.status === 201 ? replaceFields(said, ['location', place(visit)]) : said),
  ),
  {
    name: `redirect-to-${name}`,
    says: `redirects a GET of the list to ${says}`,
    react: (visit) => (isList(visit.request) ? createRedirect(307, place(visit)) : undefined),
  },
]);

let redirectCount = 0;

const loopBehaviours: readonly Behaviour[] = [
  createConstantBehaviour('redirect-loop', 'redirects everything to itself', {
    octets: 'HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n',
    then: 'keep',
  }),
  {
    name: 'redirect-of-everything-elsewhere',
    says: 'redirects everything to another origin',
    react: ({ otherOrigin, request }) => createRedirect(301, `${otherOrigin}${request.target}`),
  },
  {
    name: 'creations-are-redirected-elsewhere',
    says: 'redirects creations to another origin',
    react: ({ request, otherOrigin }) =>
      isCreation(request) ? createRedirect(307, `${otherOrigin}/orders`) : undefined,
  },
  {
    name: 'redirect-that-grows',
    says: 'redirects each read of the list to a longer address',
    react: ({ request }) =>
      isList(request)
        ? createRedirect(302, `${request.target}${request.target.includes('?') ? '&' : '?'}x=1`)
        : undefined,
  },
  createSpoilingBehaviour('next-is-the-same', 'names each page as its own next one', isList, (said, { request }) =>
    replaceNext(said, request.target),
  ),
  createSpoilingBehaviour('next-for-ever', 'names another next page without end', isList, (said) => {
    redirectCount += 1;
    return replaceNext(said, `/orders?cursor=${redirectCount}`);
  }),
  createSpoilingBehaviour('next-grows', 'names a next page whose address is ever longer', isList, (said, { request }) =>
    replaceNext(said, `${request.target}${request.target.includes('?') ? '&' : '?'}${'x'.repeat(1000)}=1`),
  ),
  createSpoilingBehaviour('location-twice', 'gives two Locations', isCreation, (said, { otherOrigin }) => ({
    ...said,
    fields: [...said.fields, ['location', `${otherOrigin}/orders/2`]],
  })),
  createSpoilingBehaviour('location-of-escapes', 'has terminal escapes in its Location', isCreation, (said) =>
    replaceFields(said, ['location', `/orders/\u001b]0;x\u0007${'%00'}`]),
  ),
  createSpoilingBehaviour(
    'server-is-elsewhere',
    'says in its description that it is served at another origin',
    isDocument,
    (said, { otherOrigin }) =>
      replaceContent(
        said,
        `{"servers":[{"url":"${otherOrigin}/v9"},{"url":"file:///etc"}],${said.content.toString().slice(1)}`,
      ),
  ),
];

/** Services that lead away, or around in circles. */
export const misleadingLinks: readonly Behaviour[] = [...linkBehaviours, ...loopBehaviours];
