import { type Command, Option } from 'commander';

/** `assay rules`: list the rules. */
export function rulesCommand(program: Command, end: (code: number) => void): void {
  program
    .command('rules')
    .description('list the rules, each with its clause and level')
    .addOption(new Option('--format <format>', 'how').choices(['table', 'json']).default('table'))
    .action(async ({ format }: { format: string }) => {
      const { readCatalogue } = await import('../catalogue.js');
      const rules = await readCatalogue();
      const rows = rules.map(({ id, rule: { clause, level, family, stage, touches, title } }) => ({
        id,
        clause,
        level,
        family,
        stage,
        touches,
        title,
      }));
      const table = rows.map(
        (row) =>
          `${row.clause.padEnd(8)} ${row.level.padEnd(6)} ${row.family.padEnd(10)} ${row.id.padEnd(52)} ${row.title}`,
      );
      process.stdout.write(
        format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : `${table.join('\n')}\n${rows.length} rules\n`,
      );
      end(0);
    });
}
