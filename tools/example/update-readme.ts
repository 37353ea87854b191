import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * `npm run example`: copies the first violation of the committed example report into README, between its marks, so that
 * README shows real output. The lines for a shell are left out, because they are longer than the page is wide.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [report = 'reports/example/report.txt', readme = 'README.md'] = positionals;
const lines = readFileSync(report, 'utf8').split('\n');
const from = lines.findIndex((line) => line.startsWith('1. '));
const to = lines.indexOf('', from);
if (from === -1 || to === -1) throw new Error(`${report} shows no violation`);
const excerpt = lines
  .slice(from, to)
  .filter((line) => !/^ {3}(\$ |Reports contain no credentials)/.test(line))
  .join('\n');
const text = readFileSync(readme, 'utf8');
const marks = /(<!-- example:start -->\n)[\s\S]*?(<!-- example:end -->)/;
writeFileSync(
  readme,
  text.replace(marks, (_, start: string, end: string) => `${start}\`\`\`text\n${excerpt}\n\`\`\`\n${end}`),
);
