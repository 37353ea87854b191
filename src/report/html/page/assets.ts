import { readFileSync } from 'node:fs';

/** Digests of the script and the style: nothing else on the page can run or set styles, whatever a service sent. */
export const digests = {
  script: 'qficWgGtwIYoBFbhKFKCMXOWn0Y/jpWSOM5xCucKhqY=',
  style: 'c89ZjdLXFlv47rX8Fp/Pmz3g5kfoz0I+P9k9D1r1hLA=',
} as const;

/** Nothing is fetched, sent or framed; one style and these scripts are allowed, by their digests. */
const buildContentPolicy = (scripts: readonly string[], forms = "'none'"): string =>
  [
    "default-src 'none'",
    ...scripts.map((digest) => `script-src 'sha256-${digest}'`),
    `style-src 'sha256-${digests.style}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${forms}`,
  ].join('; ');

export const contentPolicy: string = buildContentPolicy([digests.script]);

/** The policy of a page without a script. */
export const plainContentPolicy: string = buildContentPolicy([]);

/** The policies of pages that `assay open --serve` serves: their forms go to the server of the page only. */
export const servedContentPolicy: string = buildContentPolicy([digests.script], "'self'");
export const plainServedContentPolicy: string = buildContentPolicy([], "'self'");

/** Names of the style sheets, in the order of the cascade. */
const styleSheets = [
  'theme',
  'base',
  'frame',
  'summary',
  'marks',
  'tables',
  'matrix',
  'finding',
  'sequence',
  'messages',
  'print',
];

/** Names of the scripts. They share one scope, so that each can use what those before it define. */
const scripts = ['page', 'grid', 'filter', 'address'];

/** The build copies no assets: the package contains them where they are in the sources. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../../../../src/report/html/', import.meta.url);

const readAsset = (path: string): string => readFileSync(new URL(path, folder), 'utf8').replaceAll('\r\n', '\n');

/** The style of the page, for screens of any size, by day and by night, and for paper. */
export const style: string = styleSheets.map((name) => readAsset(`style/${name}.css`)).join('');

/** The script of the page. Without it the page is complete, and its controls stay hidden. */
export const script: string = `(() => {\n'use strict';\n${scripts.map((name) => readAsset(`script/${name}.js`)).join('')}})();\n`;
