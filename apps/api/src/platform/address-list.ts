import { BlockList, isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const MAPPED_BITS = 96
const BITS = { ipv4: 32, ipv6: 128 } as const

interface Network {
  address: string
  family: 'ipv4' | 'ipv6'
  bits: number
}

const addressOf = (text: string): Pick<Network, 'address' | 'family'> | undefined => {
  const [plain = ''] = text.trim().split('%')
  const address = MAPPED.exec(plain)?.[1] ?? plain
  if (isIPv4(address)) return { address, family: 'ipv4' }
  return isIPv6(address) ? { address, family: 'ipv6' } : undefined
}

const networkOf = (text: string): Network | undefined => {
  const [before = '', bits, ...further] = text.split('/')
  const found = addressOf(before)
  if (!found || further.length > 0) return undefined
  if (bits === undefined) return { ...found, bits: BITS[found.family] }
  if (!/^\d{1,3}$/.test(bits)) return undefined
  const isMapped = found.family === 'ipv4' && before.includes(':')
  const length = Number(bits) - (isMapped ? MAPPED_BITS : 0)
  return length >= 0 && length <= BITS[found.family] ? { ...found, bits: length } : undefined
}

/** Accepts addresses such as 10.1.2.3 and networks such as 10.1.2.0/24 and 2001:db8::/32. */
export const isAddressOrNetwork = (text: string): boolean => networkOf(text) !== undefined

/** Entries that are neither address nor network match nothing. */
export const createAddressList = (entries: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const entry of entries) {
    const network = networkOf(entry)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    const found = addressOf(address)
    return found !== undefined && list.check(found.address, found.family)
  }
}

export const isAddressAmong = (peer: string, entries: readonly string[]): boolean =>
  createAddressList(entries)(peer)
