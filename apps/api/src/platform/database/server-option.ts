/** The connection string with a setting that the server applies when a connection begins, as `role=reader`. */
export const withServerOption = (connectionString: string, setting: string): string => {
  const url = new URL(connectionString)
  const earlier = url.searchParams.get('options')
  url.searchParams.set('options', `${earlier ? `${earlier} ` : ''}-c ${setting}`)
  return url.href
}
