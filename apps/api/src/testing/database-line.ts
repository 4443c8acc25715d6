import { startFlakyProxy } from './flaky-proxy.ts'

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
