import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigError, type Config } from '../config/config.ts'
import type { MllpServer } from '../modules/inbox/hl7/mllp-server.ts'

const portTaken = (name: string, port: number) => (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES')
    throw new ConfigError([`${name} ${port} may not be used by this account: set one of 1024 or above`])
  if (code !== 'EADDRINUSE') throw error
  throw new ConfigError([`${name} ${port} is used by another program: stop that one or set another ${name}`])
}

export const listen = async (app: FastifyInstance, { port, host }: Config): Promise<void> => {
  await app.listen({ port, host }).catch(portTaken('PORT', port))
}

export const listenHl7 = async (hl7: MllpServer, { port }: { port: number }): Promise<void> => {
  await hl7.start().catch(portTaken('HL7_PORT', port))
}

const reachOf = (addresses: string[]) => {
  if (addresses.some((address) => address === '0.0.0.0' || address === '::')) return 'all networks'
  return addresses.every((address) => address === '127.0.0.1' || address === '::1')
    ? 'this machine only'
    : 'the network of this address'
}

export const describeListening = (
  bound: (AddressInfo | string)[],
  { appUrl }: Pick<Config, 'appUrl'>,
): string => {
  const addresses = bound.filter((one) => typeof one !== 'string')
  const listed = addresses.map(({ address, port, family }) =>
    family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`,
  )
  const cookies = appUrl.startsWith('https://')
    ? 'Cookies are Secure.'
    : 'Cookies are not Secure, because APP_URL does not begin with https://.'
  return `It listens on ${listed.join(', ')} (${reachOf(addresses.map(({ address }) => address))}). ${cookies}`
}
