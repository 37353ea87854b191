import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * `npm run example`: puts the first violation of the committed example report into README, between its marks, so that
 * what README shows is what the kit prints.
 */
const { positionals } = parseArgs({ allowPositionals: true });
const [report = 'reports/example/report.txt', readme = 'README.md'] = positionals;
const lines = readFileSync(report, 'utf8').split('\n');
const from = lines.indexOf('Violated');
const to = lines.findIndex((line, i) => i > from && line.startsWith('   seen again'));
const excerpt = lines.slice(from, to + 1).join('\n');
const text = readFileSync(readme, 'utf8');
const marks = /(<!-- example:start -->\n)[\s\S]*?(<!-- example:end -->)/;
writeFileSync(
  readme,
  text.replace(marks, (_, start: string, end: string) => `${start}\`\`\`text\n${excerpt}\n\`\`\`\n${end}`),
);
