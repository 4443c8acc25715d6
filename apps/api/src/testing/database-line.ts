import { startFlakyProxy } from './flaky-proxy.ts'

/** A proxy in front of a database server, which may listen on a socket or a port. */
export const startDatabaseLine = async (connectionString: string) => {
  const address = new URL(connectionString)
  const folder = address.searchParams.get('host')
  const proxy = await startFlakyProxy(
    folder ? `${folder}/.s.PGSQL.${address.port || '5432'}` : `http://${address.host}`,
  )
  address.searchParams.delete('host')
  address.host = new URL(proxy.origin).host
  return { proxy, connectionString: address.href }
}
