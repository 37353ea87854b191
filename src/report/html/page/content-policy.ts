/** Digests of the script and the style: nothing else on the page can run or set styles, whatever a service sent. */
export const digests = {
  script: 'qficWgGtwIYoBFbhKFKCMXOWn0Y/jpWSOM5xCucKhqY=',
  style: 'N47FCUVauTHUiyuX9JN994cMxs/d8l7XjEU2pk1JQQM=',
} as const;

/** The policy of a page without a script. */
export const plainContentPolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${digests.style}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Nothing is fetched, sent or framed; one script and one style are allowed, by their digests. */
export const contentPolicy: string = [
  "default-src 'none'",
  `script-src 'sha256-${digests.script}'`,
  `style-src 'sha256-${digests.style}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
