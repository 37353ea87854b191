const sections = ['news', 'culture', 'sport'];

/** Fills an empty database: authors, tags, and articles that have both. */
async function seed(strapi) {
  const authors = await made(strapi, 'api::author.author', 12, (n) => ({
    name: `Author ${n}`,
    email: `author${n}@example.com`,
    born: `19${50 + n}-0${(n % 9) + 1}-11`,
  }));
  const tags = await made(strapi, 'api::tag.tag', 6, (n) => ({ label: `tag ${n}` }));
  await made(strapi, 'api::article.article', 60, (n) => ({
    title: `Article number ${n}`,
    body: `What happened on day ${n}.`,
    section: sections[n % sections.length],
    words: n * 100,
    isFeatured: n % 7 === 0,
    author: authors[n % authors.length].documentId,
    tags: [tags[n % tags.length].documentId],
  }));
}

async function made(strapi, type, count, dataOf) {
  const documents = [];
  for (let n = 1; n <= count; n++) documents.push(await strapi.documents(type).create({ data: dataOf(n) }));
  return documents;
}

module.exports = { seed };
