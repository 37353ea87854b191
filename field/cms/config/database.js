module.exports = ({ env }) => ({
  connection: {
    client: 'sqlite',
    connection: { filename: env('DATABASE_FILE', 'data.sqlite') },
    useNullAsDefault: true,
  },
});
