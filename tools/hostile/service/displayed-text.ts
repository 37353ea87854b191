import {
  type Behaviour,
  type HostileAnswer,
  type HostileContext,
  type HostileRequest,
  isDocument,
  replaceContent,
  replaceFields,
} from './behaviour.js';

/** What does harm where it is shown as it is. */
const harmfulTexts: readonly (readonly [name: string, says: string, text: string])[] = [
  ['markup', 'HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>&lt;</details>'],
  [
    'escape-sequences',
    'terminal escape sequences',
    '\u001b[2J\u001b[31m\u001b]0;owned\u0007\u001b]8;;http://evil.example\u001b\\\u009b1m\b\r',
  ],
  [
    'markdown',
    'Markdown',
    '](http://evil.example)![x](http://evil.example/x.png) | `` ``` ~~~ # @everyone <!-- \n\n# Heading\n```\n',
  ],
  [
    'ends-of-xml',
    'what ends XML',
    ']]>"\'--></failure></testcase><testcase name="x"/><![CDATA[&bogus;\u0000\uffff\u000b',
  ],
  [
    'both-directions',
    'characters that turn the direction of writing',
    '\u202eevil\u2066\u2067\u200f\u061c\u200b\ufeff\u2028\u2029',
  ],
  [
    'shell',
    'what a shell takes for commands',
    `'; touch x; '$(touch x)\`touch x\`"; touch x; "\n touch x\n!! && touch x | touch x > x \\`,
  ],
  ['half-characters', 'halves of characters', '\ud800\udfff\ufffe\uffff'],
];

/** A fault with evidence, so that its texts are shown. */
const proofFault = 'get-bumps-a-counter';

/** A service with a violation that has harmful text in all its responses. */
export const displayedTexts: readonly Behaviour[] = harmfulTexts.map(([name, says, text]) => ({
  name: `shows-${name}`,
  says: `breaks a promise, and has ${says} in all that it says`,
  demo: { fault: proofFault },
  react: async (visit: HostileContext) =>
    spoilAnswer(await visit.askDemo({ target: restoreTarget(visit.request) }), visit, text),
}));

const basePath = '/harm/';

/** The paths that are described with the harm in them lead to the orders. */
const restoreTarget = ({ target }: HostileRequest): string =>
  target.startsWith(basePath) ? target.replace(/^\/harm\/[^/?]*/, '/orders') : target;

function spoilAnswer(said: HostileAnswer, { request }: HostileContext, text: string): HostileAnswer {
  const content = said.content.toString();
  if (isDocument(request)) return replaceContent(said, JSON.stringify(spoilDocument(JSON.parse(content), text)));
  const told = content.startsWith('{')
    ? replaceContent(said, JSON.stringify(spoilMembers(JSON.parse(content), text)))
    : said;
  // A control character in the header section makes the whole answer unreadable.
  const printable = Buffer.from(text.replaceAll(/\p{Cc}/gu, ' ')).toString();
  return replaceFields(
    { ...told, reason: printable },
    ['x-harm', printable],
    ['server', printable],
    ['warning', printable],
  );
}

/** Errors have harmful text; orders get a member with a harmful name and value. */
function spoilMembers(value: Record<string, unknown>, text: string): unknown {
  if ('detail' in value)
    return {
      ...value,
      title: text,
      detail: text,
      type: `about:${text}`,
      errors: [{ message: text, pointer: `/${text}` }],
    };
  return 'items' in value ? value : { ...value, harm: text, [text]: text };
}

type Tree = Record<string, unknown>;

function spoilDocument(document: Tree, text: string): unknown {
  const paths = document.paths as Record<string, Tree>;
  const path = `${basePath}${encodeURIComponent(Buffer.from(text).toString())}`;
  const described = Object.entries(paths).flatMap(([at, item]) => [
    [at, item],
    ...(/^\/orders(\/\{order_id\})?$/.test(at) ? [[at.replace('/orders', path), item]] : []),
  ]);
  return {
    ...document,
    info: { title: text, version: text, description: text },
    tags: [{ name: text, description: text }],
    paths: Object.fromEntries([
      ...described,
      [
        `/${text}`,
        { get: { summary: text, operationId: text, tags: [text], responses: { 200: { description: text } } } },
      ],
    ]),
  };
}
