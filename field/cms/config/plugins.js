module.exports = {
  'users-permissions': { config: { jwtSecret: 'kept nowhere secret' } },
  documentation: { config: { info: { version: '1.0.0', title: 'Newsroom' } } },
};
