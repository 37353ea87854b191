/** Leaves out what only a user of the kit knows: keys of a profile, and the sentences and sources about them. */
export const omitProfileKeys = (text: string): string =>
  text
    .replace(/(, | or )(which the profile declares|declare `[^`]*`|as `[^`]*` declares)/g, '')
    .replace(/ \(dialect\.\w+\)/g, '')
    .replaceAll('the profile', 'the service')
    .split(/(?<=\.) (?=[A-Z])|(?<=;) /)
    .filter((part) => !profileKeyPattern.test(part))
    .join(' ')
    .replace(/;$/, '');

/** A key of a profile in code: `resources[].volatile`. */
const profileKeyPattern = /`\w+(\[\])?\.\w[^`]*`/;
