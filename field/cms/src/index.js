const { seed } = require('./seed');

module.exports = {
  async bootstrap({ strapi }) {
    await seed(strapi);
  },
};
