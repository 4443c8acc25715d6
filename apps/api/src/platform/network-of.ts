import { isIPv4, isIPv6 } from 'node:net'

const IPV4_MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/

const bytesOf = (group: string) => {
  const number = Number.parseInt(group, 16)
  return [number >> 8, number & 255]
}

const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** An IPv4 address, or the first 64 bits of an IPv6 address, whose other half the subscriber chooses freely. */
export const networkOf = (address: string): string => {
  const plain = withoutPort(address).split('%')[0] ?? ''
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : address
  const { hostname } = new URL(`http://[${plain}]`)
  const mapped = IPV4_MAPPED.exec(hostname)
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.')
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const start = before.split(':').filter(Boolean)
  const end = (after ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - start.length - end.length }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

export const networkPrefixOf = (address: string): string => {
  const network = networkOf(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : network.replace(/\.\d+$/, '.0/24')
}
