import { isIP } from 'node:net'
import { z } from 'zod'
import type { TrustedProxies } from '../http/scrape-access.ts'

const isAddressOrNetwork = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  if (text === 'false') return false
  // Earlier versions used this value for one proxy.
  if (text === 'true') return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  const addresses = text.split(',').map((one) => one.trim())
  if (addresses.every(isAddressOrNetwork)) return addresses
  context.addIssue({
    code: 'custom',
    message:
      'must be false, the number of proxies in front (1 to 9), or their addresses like 10.0.0.2, 10.1.0.0/16',
  })
  return z.NEVER
})
