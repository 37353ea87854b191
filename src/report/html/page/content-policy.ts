/** Digests of the script and the style: nothing else on the page can run or set styles, whatever a service sent. */
export const digests = {
  script: 'Qt4mpTe6AoF51/w3gXhqoi6qJrjUEz/58zSSbUFXAHc=',
  style: '6gxw3yEfsOGv4bdNq9GjP0TBpTzFV9gE9ZysBFFegDc=',
} as const;

/** Nothing is fetched, sent or framed; one script and one style are allowed, by their digests. */
export const contentPolicy: string = [
  "default-src 'none'",
  `script-src 'sha256-${digests.script}'`,
  `style-src 'sha256-${digests.style}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
