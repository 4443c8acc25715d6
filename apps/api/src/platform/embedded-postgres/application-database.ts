import pg from 'pg'

/** Makes the database `zelab` when a fresh server has none yet. */
export async function createApplicationDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // Without a listener, a server that dies here would end the program; the query fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(`select 1 from pg_database where datname = 'zelab'`)
    if (rowCount === 0) await client.query('create database zelab')
  } finally {
    await client.end().catch(() => {})
  }
}
