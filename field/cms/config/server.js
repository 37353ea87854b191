module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT', 0),
  app: { keys: ['kept', 'nowhere', 'secret'] },
  logger: { startup: { enabled: false } },
});
