import { isIPv4, isIPv6 } from 'node:net'

const IPV4_MAPPED = [0, 0, 0, 0, 0, 0xffff].join(':')

/** The eight numbers of a valid IPv6 address. */
export const groupsOf = (address: string): number[] => {
  const { hostname } = new URL(`http://[${address}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const start = before.split(':').filter(Boolean)
  const end = (after ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - start.length - end.length }, () => '0')
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16))
}

const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** An IPv4 address, or the first 64 bits of an IPv6 address, whose other half the subscriber chooses freely. */
export const networkOf = (address: string): string => {
  const plain = withoutPort(address).split('%')[0] ?? ''
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : address
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === IPV4_MAPPED)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

export const networkPrefixOf = (address: string): string => {
  const network = networkOf(address)
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : network.replace(/\.\d+$/, '.0/24')
}
