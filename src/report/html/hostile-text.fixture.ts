import { troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';

/** All known attacks on a page's text at once; a script that runs sets `owned`. */
export const hostileMarkup = [
  '<script>window.owned=1</script>',
  '</script><script>window.owned=2</script>',
  '</style></title></textarea></pre></code></details></svg></template>',
  '<img src=x onerror=window.owned=3><svg onload=window.owned=4>',
  '"><b onmouseover="window.owned=5" autofocus onfocus="window.owned=6" tabindex=1>',
  "' onclick='window.owned=7' x='",
  `\` $${'{'}window.owned=8} {{owned}} <%= owned %> ]]> --> <!--`,
  '[x](javascript:window.owned=9) javascript:window.owned=9 data:text/html,<script>window.owned=9</script>',
  '<a href="https://evil.example/">evil</a><link rel=stylesheet href=https://evil.example/x.css><iframe src=https://evil.example></iframe>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/"><base href=https://evil.example/><form action=https://evil.example/>',
  '&lt;script&gt;window.owned=10&lt;/script&gt; &#x3c;script&#x3e;',
  'a\u2028b\u2029c \u202egnp.exe \u2066x\u2069 \u200b \u001b[2J\u001b]0;owned\u0007 \u0000 \ud800 \ufffe \r\n x',
].join(' ');

/** Members with a fixed set of values cannot have other ones. */
const fixedWords = new Set([
  'verdict',
  'level',
  'family',
  'stage',
  'standing',
  'permit',
  'permitFrom',
  'provenance',
  'schema',
]);

/** A report in which a service, a profile and a user's own rule put this text into every field, member names included. */
export const hostileReport: Report = {
  ...(spoil({
    ...troubled,
    waivers: [{ rule: 'x', subject: 'x', reason: 'x', owner: 'x', until: 'x', where: 'x', standing: 'stale' }],
    run: { ...troubled.run, endedEarly: 'x', stoppedBy: 'x', faults: ['x'] },
  }) as Report),
};

function spoil(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return fixedWords.has(name) ? value : `RFC 9110 §9.2.1 ${hostileMarkup}`;
  if (Array.isArray(value)) return value.map((one) => spoil(one));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, spoil(member, key)]);
  return Object.fromEntries(
    ['headers', 'expected', 'case'].includes(name) ? [...members, [hostileMarkup, hostileMarkup]] : members,
  );
}
