import { isIPv4, isIPv6 } from 'node:net'
import { createAddressList } from '../address-list.ts'
import { groupsOf } from '../network-of.ts'

/** Networks of IPv4 that are not public: private, loopback, link-local (also metadata), shared, reserved, multicast. */
const isSpecialIpv4 = createAddressList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
])
const isGlobalIpv6 = createAddressList(['2000::/3'])
/** Within 2000::/3: protocol assignments with Teredo, and documentation. */
const isSpecialIpv6 = createAddressList(['2001::/23', '2001:db8::/32', '3fff::/20'])

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The IPv4 address that a mapped, NAT64 or 6to4 address leads to. */
const ipv4Within = (address: string): string | undefined => {
  const groups = groupsOf(address)
  const start = groups.slice(0, 6).join(':')
  const isMapped = start === '0:0:0:0:0:65535'
  const isNat64 = start === [0x64, 0xff9b, 0, 0, 0, 0].join(':')
  if (isMapped || isNat64) return dotted(groups[6], groups[7])
  return groups[0] === 0x2002 ? dotted(groups[1], groups[2]) : undefined
}

const isPublic = (address: string): boolean => {
  if (!isIPv6(address)) return isIPv4(address) && !isSpecialIpv4(address)
  const within = ipv4Within(address)
  if (within !== undefined) return !isSpecialIpv4(within)
  return isGlobalIpv6(address) && !isSpecialIpv6(address)
}

/** Decides about addresses of name lookups: public ones, and those in the networks that the operator allows. */
export const createAddressCheck = (allowedNetworks: readonly string[]): ((address: string) => boolean) => {
  const isAllowed = createAddressList(allowedNetworks)
  return (address) => {
    const [plain = ''] = address.split('%')
    const within = isIPv6(plain) ? ipv4Within(plain) : undefined
    return isPublic(plain) || isAllowed(plain) || (within !== undefined && isAllowed(within))
  }
}
