import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const schemaPath = join('node_modules', 'assay', 'src', 'profile', 'profile.schema.json');

/**
 * The comment by which editors find the schema of a new profile, where the kit is installed in its folder or above. Empty
 * elsewhere: a path to another place would be of use on one machine only.
 */
export function buildSchemaLine(file: string): string {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const found = join(folder, schemaPath);
    if (existsSync(found))
      return `# yaml-language-server: $schema=${relative(dirname(resolve(file)), found)
        .split(sep)
        .join('/')}\n`;
    if (folder === dirname(folder)) return '';
  }
}
